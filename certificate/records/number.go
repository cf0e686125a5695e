package records

import (
	"bytes"
	"strconv"
)

// appendNumber writes a JSON number in one form for each exact value: the way
// RFC 8785 (ECMAScript) writes it, but with every significant digit kept. An
// exponent beyond 64 bits keeps the text as it is.
func appendNumber(dst, num []byte) []byte {
	negative, digits, point, ok := decimal(num)
	if !ok {
		return append(dst, num...)
	}
	if len(digits) == 0 {
		return append(dst, '0') // -0 is 0
	}
	if negative {
		dst = append(dst, '-')
	}
	n := int64(len(digits))
	switch {
	case n <= point && point <= 21:
		dst = append(dst, digits...)
		return append(dst, bytes.Repeat([]byte{'0'}, int(point-n))...)
	case 0 < point && point <= 21:
		dst = append(dst, digits[:point]...)
		dst = append(dst, '.')
		return append(dst, digits[point:]...)
	case -6 < point && point <= 0:
		dst = append(dst, "0."...)
		dst = append(dst, bytes.Repeat([]byte{'0'}, int(-point))...)
		return append(dst, digits...)
	}
	dst = append(dst, digits[0])
	if n > 1 {
		dst = append(dst, '.')
		dst = append(dst, digits[1:]...)
	}
	dst = append(dst, 'e')
	if point > 0 {
		dst = append(dst, '+')
	}
	return strconv.AppendInt(dst, point-1, 10)
}

// decimal takes a number apart: its value is 0.DIGITS times ten to the power
// of point, where digits neither begin nor end with a zero; no digits mean zero.
func decimal(num []byte) (negative bool, digits []byte, point int64, ok bool) {
	mantissa, exponent := num, int64(0)
	if i := bytes.IndexAny(num, "eE"); i >= 0 {
		e, err := strconv.ParseInt(string(num[i+1:]), 10, 62)
		if err != nil {
			return false, nil, 0, false
		}
		mantissa, exponent = num[:i], e
	}
	mantissa, negative = bytes.CutPrefix(mantissa, []byte{'-'})
	whole, fraction, _ := bytes.Cut(mantissa, []byte{'.'})
	digits = append(append(make([]byte, 0, len(num)), whole...), fraction...)
	point = int64(len(whole)) + exponent
	for len(digits) > 0 && digits[0] == '0' {
		digits = digits[1:]
		point--
	}
	digits = bytes.TrimRight(digits, "0")
	for _, c := range digits {
		if c < '0' || c > '9' {
			return false, nil, 0, false
		}
	}
	return negative, digits, point, true
}
