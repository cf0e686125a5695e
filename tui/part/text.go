package part

import (
	"strconv"
	"strings"
	"time"
)

// rule is a horizontal line of n cells.
func rule(n int) string { return strings.Repeat("─", max(n, 0)) }

// count is "3 of 12", or "12" when all are shown.
func count(shown, all int) string {
	if shown == all {
		return strconv.Itoa(all)
	}
	return strconv.Itoa(shown) + " of " + strconv.Itoa(all)
}

// Count writes how many of all are shown: "3 of 12", or "12" when all are.
func Count(shown, all int) string { return count(shown, all) }

// Many puts a number before its noun: "1 group", "2 groups".
func Many(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	if strings.HasSuffix(one, "ch") || strings.HasSuffix(one, "s") {
		return strconv.Itoa(n) + " " + one + "es"
	}
	if strings.HasSuffix(one, "ry") {
		return strconv.Itoa(n) + " " + strings.TrimSuffix(one, "y") + "ies"
	}
	return strconv.Itoa(n) + " " + one + "s"
}

// Spent writes time worked, from milliseconds, in at most six cells: "", "<1m", "12m", "1h05".
func Spent(ms int64) string {
	m := ms / 60_000
	switch {
	case ms <= 0:
		return ""
	case m < 1:
		return "<1m"
	case m < 60:
		return strconv.FormatInt(m, 10) + "m"
	}
	h, rest := m/60, m%60
	if h >= 100 {
		return strconv.FormatInt(h, 10) + "h"
	}
	return strconv.FormatInt(h, 10) + "h" + strconv.FormatInt(rest/10, 10) + strconv.FormatInt(rest%10, 10)
}

// Stamp writes a moment, in Unix milliseconds, in at most 12 cells: the time
// alone today, with the day this year, the day alone before that.
func Stamp(ms int64, now time.Time) string {
	if ms == 0 {
		return ""
	}
	t := time.UnixMilli(ms).In(now.Location())
	switch {
	case t.Year() == now.Year() && t.YearDay() == now.YearDay():
		return t.Format("15:04:05")
	case t.Year() == now.Year():
		return t.Format("02 Jan 15:04")
	}
	return t.Format("2006-01-02")
}
