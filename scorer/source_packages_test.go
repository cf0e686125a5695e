package scorer_test

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"suffice/certificate/card"
)

// declared is one declaration of real code: its comment is what people say of
// it, its text what a search can see.
type declared struct {
	unit  card.Unit
	name  string
	doc   []string // words of its comment, without its own name
	uses  []string // names of the package that it mentions
	calls []string // functions of the package among them
	test  bool
	fn    bool
}

// sourcePackage is one package of the standard library, comments taken out.
type sourcePackage struct {
	path    string
	all     []declared
	named   map[string][]int // by name
	windows []window
}

// sourcePackages reads packages of the standard library that this program was
// built with: code that nobody wrote for a benchmark.
func sourcePackages(t testing.TB, names ...string) []sourcePackage {
	root := filepath.Join(build.Default.GOROOT, "src")
	if _, err := os.Stat(root); err != nil {
		t.Skipf("the source of the standard library is not at %s", root)
	}
	var out []sourcePackage
	for _, name := range names {
		p, err := readPackage(root, name)
		if err != nil {
			t.Fatalf("read package %s: %v", name, err)
		}
		out = append(out, p)
	}
	return out
}

func readPackage(root, name string) (sourcePackage, error) {
	p := sourcePackage{path: name, named: map[string][]int{}}
	files, err := filepath.Glob(filepath.Join(root, name, "*.go"))
	if err != nil {
		return p, err
	}
	set := token.NewFileSet()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return p, err
		}
		tree, err := parser.ParseFile(set, file, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return p, err
		}
		path := name + "/" + filepath.Base(file)
		bare := withoutDocs(set, tree, text)
		for _, d := range tree.Decls {
			p.take(set, path, bare, d)
		}
		p.windows = append(p.windows, cutWindows(path, string(bare))...)
	}
	for i := range p.all {
		p.link(&p.all[i])
	}
	return p, nil
}

// take keeps a declaration that has a name.
func (p *sourcePackage) take(set *token.FileSet, path string, text []byte, d ast.Decl) {
	c := declared{test: strings.HasSuffix(path, "_test.go")}
	var doc *ast.CommentGroup
	switch d := d.(type) {
	case *ast.FuncDecl:
		c.name, doc, c.fn = d.Name.Name, d.Doc, true
	case *ast.GenDecl:
		doc = d.Doc
		if d.Tok == token.IMPORT || len(d.Specs) == 0 {
			return
		}
		switch s := d.Specs[0].(type) {
		case *ast.TypeSpec:
			c.name = s.Name.Name
		case *ast.ValueSpec:
			c.name = s.Names[0].Name
		}
	}
	if c.name == "_" || c.name == "init" || c.name == "main" || c.name == "" {
		return
	}
	from, to := set.Position(d.Pos()), set.Position(d.End())
	body := string(text[from.Offset:to.Offset])
	c.doc = commentWords(doc.Text(), c.name)
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			c.uses = append(c.uses, n.Name)
		case *ast.CallExpr:
			called := types.ExprString(n.Fun) // Extend, or l.Extend
			c.calls = append(c.calls, called[strings.LastIndexByte(called, '.')+1:])
		}
		return true
	})
	c.unit = card.Unit{
		ID: "evidence-" + hash(fmt.Sprint(path, from.Line))[:24], Path: path, LineStart: from.Line, LineEnd: to.Line,
		Text: body[:min(len(body), 2400)], Symbol: c.name, Language: "go",
	}
	p.named[c.name] = append(p.named[c.name], len(p.all))
	p.all = append(p.all, c)
}

// commentWords are the words of a comment that are not the name itself.
func commentWords(text, name string) []string {
	var out []string
	for _, w := range strings.Fields(text) {
		bare := strings.Trim(w, ".,;:()[]'\"`*")
		if bare == "" || strings.EqualFold(bare, name) || len(out) == 40 {
			continue
		}
		out = append(out, bare)
	}
	return out
}

// link keeps only names that mean one declaration of the package.
func (p *sourcePackage) link(c *declared) {
	only := func(names []string) []string {
		slices.Sort(names)
		return slices.DeleteFunc(slices.Compact(names), func(n string) bool { return len(p.named[n]) != 1 || n == c.name })
	}
	c.uses, c.calls = only(c.uses), only(c.calls)
}
