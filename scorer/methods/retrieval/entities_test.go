package retrieval

import (
	"slices"
	"testing"
	"unicode/utf8"

	"suffice/certificate/card"
)

func TestEntitiesOfText(t *testing.T) {
	for text, want := range map[string][]Entity{
		"the get_query helper and MaxRetries, twice get_query": {{Identifier, "get_query"}, {Identifier, "MaxRetries"}},
		"call retry() or retry again":                          {{Identifier, "retry"}},
		"see dateutil.tz for REGEXP_LIKE":                      {{Identifier, "dateutil"}, {Identifier, "REGEXP_LIKE"}},
		`File pkg\admin.py:12-40 raised`:                       {{Path, "pkg/admin.py"}},
		"./src/app/main.ts, and then setup.cfg.":               {{Path, "src/app/main.ts"}, {Path, "setup.cfg"}},
		"It's what the caller's code doesn't do":               nil,
		"the `lease window` and \"too many requests\"":         {{Quoted, "lease window"}, {Quoted, "too many requests"}},
		"`@cached` and 'no_cache'":                             {{Quoted, "@cached"}, {Identifier, "cached"}, {Quoted, "no_cache"}, {Identifier, "no_cache"}},
		"https://example.org/some/page?x=1":                    nil,
		"https://example.org/blob/abc/pkg/lease.go#L30":        {{Path, "https://example.org/blob/abc/pkg/lease.go"}},
		"a \"quote that\nis not closed":                        nil,
		"plain words of one sentence. And one more.":           nil,
		"version 3.12 of 2024-01-02, 15 %":                     nil,
		"":                                                     nil,
	} {
		got := Entities(text)
		got = slices.DeleteFunc(got, func(e Entity) bool { return e.Name == "L30" })
		if !slices.Equal(got, want) {
			t.Errorf("%q:\n got %v\nwant %v", text, got, want)
		}
	}
}

func FuzzEntities(f *testing.F) {
	for _, text := range []string{"`a`", "\"x", "a.b.c()", `C:\a\b.py:3`, "\x00\xff'é'", "''''", "a::b", ".../...", "://"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		seen := map[Entity]bool{}
		for _, e := range Entities(text) {
			if e.Name == "" || seen[e] {
				t.Fatalf("%q names %v, nothing or twice", text, e)
			}
			seen[e] = true
			if e.Kind == Quoted && utf8.RuneCountInString(e.Name) > longestQuote {
				t.Fatalf("a quotation of %d characters", utf8.RuneCountInString(e.Name))
			}
		}
	})
}

func entityRanking(t *testing.T, s card.StateCard, units ...card.Unit) ([]string, int) {
	t.Helper()
	x := NewIndex(card.NewPool(units))
	v := x.positive(EntityOverlap, x.entityScores(s))
	return x.IDs(v.Ranked), v.Matched
}

func TestEntityOverlapPrefersTheNameToItsParts(t *testing.T) {
	s := card.StateCard{Need: "Where is retry_budget set? It says `lease is over`, see dispatch/worker.go"}
	got, matched := entityRanking(t, s,
		card.Unit{ID: "a-other", Text: "nothing of it"},
		card.Unit{ID: "b-part", Text: "the budget of a retry"},
		card.Unit{ID: "c-whole", Text: "retry_budget = 3"},
		card.Unit{ID: "d-words", Text: "over is lease"},
		card.Unit{ID: "e-said", Text: "raise: lease is over"},
		card.Unit{ID: "f-file", Path: `dispatch\worker.go`, Text: "func one()"},
		card.Unit{ID: "g-base", Path: "web/worker.go", Text: "func two()"},
		card.Unit{ID: "h-tail", Path: "web/myworker.go", Text: "func two()"})
	if matched != 5 {
		t.Errorf("%d units matched in %v, want 5", matched, got)
	}
	rank := func(id string) int { return slices.Index(got, id) }
	if rank("c-whole") > rank("b-part") || rank("f-file") > rank("g-base") || rank("e-said") >= matched || rank("d-words") < matched {
		t.Errorf("order %v", got)
	}
}

func TestStackTraceFindsTheFile(t *testing.T) {
	s := card.StateCard{TestOutput: `  File "/home/ci/build/pkg/lease.py", line 3, in extend`}
	got, matched := entityRanking(t, s, card.Unit{ID: "a", Path: "lease.py"}, card.Unit{ID: "b", Path: "pkg/lease.py"}, card.Unit{ID: "c", Path: "other/lease.py"})
	if matched != 3 || got[0] != "b" {
		t.Errorf("%v, %d matched", got, matched)
	}
}

func TestAnEntityCountsOnce(t *testing.T) {
	u := []card.Unit{{ID: "a", Text: "retry_budget"}, {ID: "b"}, {ID: "c"}}
	score := func(s card.StateCard) float64 { return NewIndex(card.NewPool(u)).entityScores(s)[0] }
	asked := score(card.StateCard{Need: "retry_budget"})
	if again := score(card.StateCard{Need: "retry_budget", Issue: "Retry_Budget and retry_budget", Diff: "retry_budget"}); again != asked {
		t.Errorf("named everywhere it is worth %v, named once %v", again, asked)
	}
	if issue := score(card.StateCard{Need: "why", Issue: "retry_budget"}); issue <= 0 || issue >= asked {
		t.Errorf("in the issue it is worth %v, in the need %v", issue, asked)
	}
}
