package scorer

import (
	"math"
	"path"
	"strings"

	"suffice/certificate"
	"suffice/certificate/card"
)

// Localization is how well a ranking finds places: files or functions.
type Localization struct {
	Gold   int       // distinct places to be found: the denominator of recall
	Found  []int     // by cutoff: how many of them are among the first k
	Recall []float64 // by cutoff: Found / Gold
	MRR    float64   // 1 / rank of the first place found, over the whole ranking; 0 when none is
	NDCG10 float64   // binary gains over the first 10, against the best order of Gold places
}

// FileLevel scores a ranking of units at the level of files: gold are the files
// of the acceptable units of every group. The ranking becomes one of files: a
// file counts once, where its first unit stands, and its later units take no
// rank. Paths are compared as files: separators of both systems are the same. ok
// is false, an exclusion, when no acceptable unit has a path or the pool is not
// known. A ranked unit without a path, or outside the pool, takes a rank and is
// no file.
func FileLevel(c certificate.Certificate, pool *card.Pool, ranked []string, ks []int) (l Localization, ok bool) {
	return locate(c, pool, ranked, ks, func(u *card.Unit) string { return plainFile(u.Path) })
}

// FunctionLevel is FileLevel for functions: a function is a file with a symbol.
// A state whose acceptable units have no symbol is an exclusion; a ranked unit
// without one takes a rank and is no function.
func FunctionLevel(c certificate.Certificate, pool *card.Pool, ranked []string, ks []int) (l Localization, ok bool) {
	return locate(c, pool, ranked, ks, func(u *card.Unit) string {
		file := plainFile(u.Path)
		if u.Symbol == "" || file == "" {
			return ""
		}
		return file + "\x00" + u.Symbol
	})
}

func plainFile(p string) string {
	if p == "" {
		return ""
	}
	return path.Clean(strings.ReplaceAll(p, `\`, "/"))
}

// locate scores the places of units.
func locate(c certificate.Certificate, pool *card.Pool, ranked []string, ks []int, place func(*card.Unit) string) (Localization, bool) {
	if pool == nil {
		return Localization{}, false
	}
	gold := map[string]bool{}
	for _, g := range c.Groups {
		for _, id := range g.Acceptable {
			if u := pool.Unit(id); u != nil {
				gold[place(u)] = true
			}
		}
	}
	delete(gold, "")
	if len(gold) == 0 {
		return Localization{}, false
	}
	var hits []bool // by rank of a place
	met := map[string]bool{}
	for _, id := range ranked {
		at := ""
		if u := pool.Unit(id); u != nil {
			at = place(u)
		}
		if at != "" && met[at] {
			continue
		}
		met[at] = true
		hits = append(hits, gold[at])
	}
	return localization(len(gold), hits, ks), true
}

// localization is the arithmetic: hits tells rank by rank whether a place that
// was to be found stands there, each at most once.
func localization(gold int, hits []bool, ks []int) Localization {
	l := Localization{Gold: gold, Found: make([]int, len(ks)), Recall: make([]float64, len(ks))}
	dcg, ideal := 0., 0.
	for i, hit := range hits {
		if !hit {
			continue
		}
		if l.MRR == 0 {
			l.MRR = 1 / float64(i+1)
		}
		if i < 10 {
			dcg += 1 / math.Log2(float64(i+2))
		}
		for j, k := range ks {
			if i < k {
				l.Found[j]++
			}
		}
	}
	for i := range min(gold, 10) {
		ideal += 1 / math.Log2(float64(i+2))
	}
	for j, n := range l.Found {
		l.Recall[j] = float64(n) / float64(gold)
	}
	l.NDCG10 = min(1, dcg/ideal)
	return l
}
