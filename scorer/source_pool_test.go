package scorer_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"math/rand/v2"
	"slices"
	"strings"

	"suffice/certificate/card"
	"suffice/scorer/methods/retrieval"
)

// poolSize is the mean of the public calibration split.
const poolSize = 87

// pool holds what is needed and seen, the units most like the issue and the
// need (so that what is wrong is hard to tell), and some of the rest.
func (p *sourcePackage) pool(r *rand.Rand, s card.StateCard, want []wanted, seen int) card.Pool {
	in := map[int]bool{seen: true}
	for _, w := range want {
		in[w.at] = true
	}
	units := make([]card.Unit, len(p.all), len(p.all)+len(p.windows))
	for i, c := range p.all {
		units[i] = c.unit
	}
	for _, w := range p.windows {
		units = append(units, w.unit)
	}
	for i := range units {
		units[i].Observed = shares(units[i], units[seen])
		if units[i].Observed && i >= len(p.all) {
			in[i] = true
		}
	}
	for _, ranked := range retrieval.NewBM25(card.NewPool(units)).Rank(s.Need + "\n" + s.Issue) {
		if len(in) >= poolSize*2/3 {
			break
		}
		in[ranked.Position] = true
	}
	for _, i := range r.Perm(len(units)) {
		if len(in) >= poolSize {
			break
		}
		in[i] = true
	}
	var list []card.Unit
	for i, u := range units {
		if in[i] {
			list = append(list, u)
		}
	}
	slices.SortFunc(list, func(a, b card.Unit) int { return strings.Compare(a.ID, b.ID) })
	return card.NewPool(list)
}

// window is a run of lines of a file, as the public pools have them beside
// whole declarations.
type window struct {
	unit  card.Unit
	shown int // last line that its excerpt shows whole
}

// Windows as in the public release: 120 lines, 20 of them shared with the next.
const (
	windowLines   = 120
	windowStride  = 100
	excerptLength = 2400
)

func cutWindows(path, text string) []window {
	lines := strings.Split(text, "\n")
	var out []window
	for from := 0; from < len(lines); from += windowStride {
		part := lines[from:min(from+windowLines, len(lines))]
		text := strings.Join(part, "\n")
		text = text[:min(len(text), excerptLength)]
		out = append(out, window{card.Unit{
			ID: "evidence-" + hash(fmt.Sprint(path, "window", from))[:24], Path: path, LineStart: from + 1, LineEnd: from + len(part),
			Text: text, Language: "go", SourceType: "window",
		}, from + strings.Count(text, "\n")})
		if from+windowLines >= len(lines) {
			break
		}
	}
	return out
}

// shows reports whether the excerpt of the window holds all of a unit.
func (w window) shows(u card.Unit) bool {
	return w.unit.Path == u.Path && w.unit.LineStart <= u.LineStart && u.LineEnd <= w.shown
}

func shares(a, b card.Unit) bool {
	return a.Path == b.Path && a.LineStart <= b.LineEnd && b.LineStart <= a.LineEnd
}

// withoutDocs blanks the comments of declarations: the states ask in their
// words, so a search must not find them there.
func withoutDocs(set *token.FileSet, tree *ast.File, text []byte) []byte {
	out := slices.Clone(text)
	blank := func(doc *ast.CommentGroup) {
		if doc == nil {
			return
		}
		for i := set.Position(doc.Pos()).Offset; i < set.Position(doc.End()).Offset; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	blank(tree.Doc)
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			blank(d.Doc)
		case *ast.GenDecl:
			blank(d.Doc)
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					blank(s.Doc)
				case *ast.ValueSpec:
					blank(s.Doc)
				}
			}
		}
	}
	return out
}
