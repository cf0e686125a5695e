package audit

import "fmt"

// oneCategory is why a chance-corrected coefficient is undefined.
const oneCategory = "only one category used: chance alone explains all of the agreement, so there is nothing to correct for"

// coefficients fills the figures of g from its table and the bootstrap.
func (g *Agreement) coefficients(t *cross, d *draws) {
	s := t.sums(t.counts, t.newMargins())
	none := nothingShared(g.Level)
	why := func(other string) string {
		if s.n == 0 {
			return none
		}
		return other
	}
	noChoice := why("only one category used and no other declared: there was nothing to choose from")

	g.Raw = figure("raw agreement po", "items judged alike / items judged by both", Proportion, s.raw(), none)
	g.Expected = figure("expected agreement pe", "sum of the products of both raters' shares, by category", Coefficient, s.expected(), none)
	g.TwicePo = figure("2po-1", twiceFormula(s.q), Coefficient, s.twice(), none)
	g.BrennanPrediger = figure("Brennan-Prediger", fmt.Sprintf("(po - 1/q)/(1 - 1/q) with q = %d possible categories", s.q), Coefficient, s.brennanPrediger(), noChoice)
	g.Kappa = figure("Cohen's kappa", "(po - pe)/(1 - pe)", Coefficient, s.kappa(), why(oneCategory))
	g.AC1 = figure("Gwet's AC1", fmt.Sprintf("(po - pe)/(1 - pe), pe from mean shares, q = %d possible categories", s.q), Coefficient, s.ac1(), noChoice)
	g.Alpha = figure("Krippendorff's alpha", "1 - Do/De, nominal; an item with one answer has no pair", Coefficient, s.alpha(), why(oneCategory))
	if s.n > 0 {
		g.intervals(t, s, d)
	}
	if g.Kappa.Value != nil && s.uninformative() {
		g.kappaSaysNothing = true
		g.Kappa.caution(fmt.Sprintf("%s, so the agreement expected by chance (%s) nearly equals the agreement found (%s)",
			saysNothing, decimals(*g.Expected.Value, 5), decimals(*g.Raw.Value, 5)))
	}
}

// saysNothing is the word for a kappa at margins that leave it no room.
const saysNothing = "kappa says nothing here: most answers fall in one category"

func twiceFormula(q int64) string {
	if q == 2 {
		return "2po - 1 (with 2 categories the same as Brennan-Prediger)"
	}
	return "2po - 1 (equals Brennan-Prediger only for 2 categories)"
}

// intervals adds them: at the level of states Wilson for po and what follows
// from it and the standard error for kappa; everything else by bootstrap.
func (g *Agreement) intervals(t *cross, s sums, d *draws) {
	boot := func(f *Figure, k statistic) {
		if f.Value == nil {
			return
		}
		i, reason := d.percentile(k, len(t.states))
		f.Interval = i
		f.caution(reason)
	}
	boot(&g.AC1, ac1Stat)
	boot(&g.Alpha, alphaStat)
	if g.Level == States {
		g.Raw.Interval = Wilson(int(s.alike), int(s.n))
		if g.Kappa.Value != nil {
			g.Kappa.Interval = t.kappaInterval(*g.Kappa.Value)
		}
	} else {
		boot(&g.Raw, rawStat)
		boot(&g.Kappa, kappaStat)
	}
	g.TwicePo.Interval = g.Raw.Interval.through(2, -1, ", of po, carried over")
	if g.BrennanPrediger.Value != nil {
		rest := 1 - 1/float64(s.q)
		g.BrennanPrediger.Interval = g.Raw.Interval.through(1/rest, (rest-1)/rest, ", of po, carried over")
	}
	if g.Raw.Interval == nil {
		g.TwicePo.Caution, g.BrennanPrediger.Caution = g.Raw.Caution, g.Raw.Caution
	}
}

func (f *Figure) caution(says string) {
	switch {
	case says == "":
	case f.Caution == "":
		f.Caution = says
	default:
		f.Caution += "; " + says
	}
}
