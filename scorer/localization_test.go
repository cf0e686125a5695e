package scorer

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/certificate"
	"suffice/certificate/card"
)

func TestLocalizationByHand(t *testing.T) {
	pool := card.NewPool([]card.Unit{
		{ID: "a1", Path: "src/a.go", Symbol: "f"}, {ID: "a2", Path: `.\src\a.go`, Symbol: "g"}, {ID: "a3", Path: "src/a.go", Symbol: "f"},
		{ID: "b1", Path: "src/b.go", Symbol: "f"}, {ID: "b2", Path: "src/b.go"}, {ID: "c1", Path: "c.go"}, {ID: "none"},
	})
	cert := certificate.Certificate{Groups: []certificate.Group{group("r", 1, 1, "a3", "b1"), group("r", 1, 1, "b2")}}
	ranked := []string{"c1", "a2", "a1", "a3", "none", "b2", "b1"}

	// As files: c.go, src/a.go, (none), src/b.go; two of them are to be found.
	files, ok := FileLevel(cert, &pool, ranked, []int{1, 2, 3, 4})
	wantDCG := (1/math.Log2(3) + 1/math.Log2(5)) / (1 + 1/math.Log2(3))
	if !ok || files.Gold != 2 || !slices.Equal(files.Found, []int{0, 1, 1, 2}) || files.MRR != 0.5 || math.Abs(files.NDCG10-wantDCG) > 1e-15 || files.Recall[1] != 0.5 {
		t.Errorf("files: %+v, %v", files, ok)
	}
	// As functions: (c1), a.g, a.f, (none), (b2), b.f; a3 is a.f again.
	functions, ok := FunctionLevel(cert, &pool, ranked, []int{2, 3, 5, 6})
	if !ok || functions.Gold != 2 || !slices.Equal(functions.Found, []int{0, 1, 1, 2}) || functions.MRR != 1./3 {
		t.Errorf("functions: %+v, %v", functions, ok)
	}
	plain := certificate.Certificate{Groups: []certificate.Group{group("r", 1, 1, "c1", "stranger")}}
	if _, ok := FunctionLevel(plain, &pool, ranked, []int{1}); ok {
		t.Error("a state without symbols is no exclusion at the level of functions")
	}
	if l, ok := FileLevel(plain, &pool, nil, []int{10}); !ok || l.Recall[0] != 0 || l.MRR != 0 || l.NDCG10 != 0 {
		t.Errorf("an abstention: %+v, %v", l, ok)
	}
	if _, ok := FileLevel(cert, nil, ranked, []int{1}); ok {
		t.Error("a state without a pool is no exclusion")
	}
}

// All numbers are fractions; recall never falls; to have all gold first is
// perfect; later units of a file change nothing.
func TestLocalizationLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var units []card.Unit
		for _, id := range []string{"u00", "u01", "u02", "u03", "u04", "u05", "u06", "u07", "u08", "x1", "x2", "y"} {
			units = append(units, card.Unit{ID: id, Path: rapid.SampledFrom([]string{"", "a", "b", "c"}).Draw(t, "path"), Symbol: rapid.SampledFrom([]string{"", "f", "g"}).Draw(t, "symbol")})
		}
		pool := card.NewPool(units)
		cert := drawCertificate(t, 9, 4, 2)
		ranked := distinct(drawRanking(t))
		ks := []int{1, 2, 3, 5, 10}
		for name, level := range map[string]func(certificate.Certificate, *card.Pool, []string, []int) (Localization, bool){"files": FileLevel, "functions": FunctionLevel} {
			l, ok := level(cert, &pool, ranked, ks)
			if !ok {
				continue
			}
			for i := range ks {
				if !(l.Recall[i] >= 0 && l.Recall[i] <= 1) || i > 0 && l.Found[i] < l.Found[i-1] || l.Found[i] > ks[i] {
					t.Fatalf("%s: %+v", name, l)
				}
			}
			if !(l.NDCG10 >= 0 && l.NDCG10 <= 1 && l.MRR >= 0 && l.MRR <= 1) || l.Found[0] == 1 != (l.MRR == 1) || l.Found[4] > 0 != (l.NDCG10 > 0) {
				t.Fatalf("%s: %+v", name, l)
			}
			var accepted []string
			for _, g := range cert.Groups {
				accepted = append(accepted, g.Acceptable...)
			}
			accepted = slices.DeleteFunc(distinct(accepted), func(id string) bool { u := pool.Unit(id); return u.Path == "" || u.Symbol == "" && name == "functions" })
			best, ok := level(cert, &pool, append(accepted, ranked...), ks)
			if !ok || best.MRR != 1 || best.NDCG10 != 1 || best.Found[4] != min(best.Gold, 10) {
				t.Fatalf("%s: all gold first gives %+v", name, best)
			}
		}
	})
}
