package audit

// sums are all that a cross table gives to the coefficients: whole numbers, so
// that every coefficient is one exact ratio and does not depend on the order
// of items or categories. With n items, row totals a_k, column totals b_k and
// t_k = a_k + b_k:
type sums struct {
	n      int64 // items
	alike  int64 // items on the diagonal: po = alike/n
	chance int64 // sum of a_k*b_k: pe = chance/n^2
	spread int64 // (2n)^2 - sum of t_k^2: 0 when one category is all there is
	q      int64 // categories that could have been used
}

// A ratio with denominator 0 stands for "undefined" in each of these.

// raw is po, the share of items on which the two agree.
func (s sums) raw() Ratio { return Ratio{s.alike, s.n} }

// twice is 2po-1, which the paper reports as prevalence-adjusted and
// bias-adjusted (Byrt, Bishop and Carlin 1993). It is (po-1/q)/(1-1/q) only
// for q = 2.
func (s sums) twice() Ratio { return Ratio{2*s.alike - s.n, s.n} }

// brennanPrediger is (po-1/q)/(1-1/q) (Brennan and Prediger 1981).
func (s sums) brennanPrediger() Ratio {
	return Ratio{s.q*s.alike - s.n, (s.q - 1) * s.n}
}

// expected is pe of Cohen's kappa.
func (s sums) expected() Ratio { return Ratio{s.chance, s.n * s.n} }

// kappa is (po-pe)/(1-pe) (Cohen 1960).
func (s sums) kappa() Ratio {
	return Ratio{s.n*s.alike - s.chance, s.n*s.n - s.chance}
}

// ac1 is (po-pe)/(1-pe) with pe = sum of p_k(1-p_k)/(q-1), p_k = t_k/2n (Gwet
// 2008).
func (s sums) ac1() Ratio {
	if s.q < 2 {
		return Ratio{}
	}
	all := 4 * s.n * (s.q - 1)
	return Ratio{all*s.alike - s.spread, all*s.n - s.spread}
}

// alpha is 1 - Do/De for nominal data (Krippendorff 2004). A missing answer
// leaves an item with one value, which has no pair and by definition does not
// enter the coincidences; so the items that both judged are all of it.
func (s sums) alpha() Ratio {
	return Ratio{s.spread - (2*s.n-1)*2*(s.n-s.alike), s.spread}
}

// uninformative is the rule of the audit: po >= 0.8 while |po-pe| <= 0.05,
// decided on whole numbers.
func (s sums) uninformative() bool {
	apart := s.n*s.alike - s.chance
	if apart < 0 {
		apart = -apart
	}
	return s.n > 0 && 5*s.alike >= 4*s.n && 20*apart <= s.n*s.n
}
