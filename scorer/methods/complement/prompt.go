package complement

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/card"
	"suffice/scorer/methods"
)

//go:embed prompts/*.txt
var promptFiles embed.FS

// Prompt is a question in words, for a controller that reads words.
type Prompt struct {
	System, User string
	SchemaName   string         // of letters and underscores
	Schema       jsontext.Value // JSON schema of the answer
}

// The prompts by name: one system and one user form each. The static ones are
// those of stages that are not shown what an earlier stage selected.
const (
	promptExpandStatic   = "expand_static"
	promptFinalizeStatic = "finalize_static"
)

// promptName is the prompt of a question.
func promptName(q Question) string {
	feedback := slices.ContainsFunc(q.Cards, func(c SourceCard) bool { return c.Origin != FromRanking })
	switch {
	case q.Stage == methods.StageExpand && !feedback:
		return promptExpandStatic
	case q.Stage == methods.StageFinalize && !feedback:
		return promptFinalizeStatic
	}
	return q.Stage
}

// forms are the prompt files, read once: they are part of the program.
var forms = sync.OnceValues(func() (*template.Template, error) {
	return template.New("prompts").Option("missingkey=error").ParseFS(promptFiles, "prompts/*.txt")
})

// sheet is what the forms are filled in with.
type sheet struct {
	Key              string // of this message's markers
	State            []block
	Cards            []shownCard
	Count            int // IDs asked for
	MinKeep, MaxKeep int
	Again            bool
}

// shownCard is a card as the forms print it.
type shownCard struct {
	Number       int
	ID           string // bare, or in JSON quotes where it could be taken for something else
	Origin       Origin
	Seen         bool
	Header, Text string
}

// Render puts a question into words. Equal questions give equal words. What
// comes from the state or the repository stands whole between markers that carry
// a key made of the question itself, so that no text can hold it by intent. The
// error says that there is no prompt for the stage.
func Render(q Question) (Prompt, error) {
	all, err := forms()
	if err != nil {
		return Prompt{}, fmt.Errorf("read the prompts: %w", err)
	}
	name := promptName(q)
	fill := sheet{
		Key: q.key(), State: stateBlocks(q.State), Count: q.Max,
		MinKeep: q.MinKeep, MaxKeep: q.MaxKeep, Again: q.Again,
	}
	for i, c := range q.Cards {
		fill.Cards = append(fill.Cards, shownCard{i + 1, bareID(c.ID), c.Origin, c.Observed, c.Header(), c.Text})
	}
	p := Prompt{SchemaName: name, Schema: schema(q)}
	for _, part := range []struct {
		form string
		into *string
	}{{"system", &p.System}, {"user", &p.User}} {
		var b strings.Builder
		if err := all.ExecuteTemplate(&b, name+"."+part.form+".txt", fill); err != nil {
			return Prompt{}, fmt.Errorf("write the prompt of stage %q: %w", q.Stage, err)
		}
		*part.into = strings.TrimSpace(b.String())
	}
	return p, nil
}

// bareID is an ID as it can be copied: one that could break out of its line
// stands in JSON quotes.
func bareID(id string) string {
	if !strings.ContainsFunc(id, breaksOut) {
		return id
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range id {
		switch {
		case breaksOut(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// breaksOut reports whether a character can end a line, or cannot be seen.
func breaksOut(r rune) bool {
	return r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029'
}

// PromptsHash is the SHA-256 over all prompt files, and over one sample question
// of every prompt in words with its schema: it changes with what is written in
// the files and with how the program fills them in.
func PromptsHash() string { return promptsHash() }

// promptsHash works it out once: the files are part of the program.
var promptsHash = sync.OnceValue(func() string {
	h := sha256.New()
	names, err := fs.Glob(promptFiles, "prompts/*.txt")
	if err != nil {
		panic("complement: " + err.Error()) // the pattern is sound
	}
	slices.Sort(names)
	for _, name := range names {
		text, err := promptFiles.ReadFile(name)
		if err != nil {
			panic("complement: " + err.Error()) // the file is part of the program
		}
		fmt.Fprintf(h, "%s %d\n%s\n", name, len(text), text)
	}
	for _, q := range sampleQuestions() {
		p, err := Render(q)
		if err != nil {
			panic("complement: " + err.Error())
		}
		fmt.Fprintf(h, "%s %d %d %d\n%s\n%s\n%s\n", p.SchemaName, len(p.System), len(p.User), len(p.Schema), p.System, p.User, p.Schema)
	}
	return hex.EncodeToString(h.Sum(nil))
})

// sampleQuestions ask each prompt once, about a state with everything in it.
func sampleQuestions() []Question {
	exit := 1
	state := card.StateCard{
		ID: "sample", Repo: "owner/name", Boundary: card.BeforeEdit, Issue: "issue", Need: "need", Observation: "observation",
		Hypothesis: "hypothesis", Subgoal: "subgoal", Diff: "diff", TestOutput: strings.Repeat("test output\n", 1000),
		OpenedFiles: []string{"a.py"}, Queries: []string{"query"},
		Steps: []card.Step{{
			ID: "1", Label: "step 1", Action: "search", Input: "input", Output: "output", Status: "ok", Exit: &exit,
			Results: []card.Hit{{Path: "a.py", LineStart: 1, LineEnd: 2, Symbol: "f"}}, Read: &card.Span{Path: "a.py", LineStart: 1, LineEnd: 2},
		}},
	}
	var out []Question
	for _, stage := range []string{
		methods.StagePropose, methods.StageExpand, methods.StageFinalize, methods.StageSelect,
		methods.StageWiden, methods.StageRerank, methods.StageSSR,
	} {
		for _, origin := range []Origin{FromRanking, FromProposal} {
			q := Question{Stage: stage, Attempt: 2, Again: true, State: state, Min: 1, Max: 1, Cards: []SourceCard{{
				ID: "evidence-1", Path: "a.py", Symbol: "f", LineStart: 1, LineEnd: 2, Observed: true, Text: "text", Origin: origin,
			}}}
			if keeps(stage) {
				q.MinKeep, q.MaxKeep = 1, 1
			}
			out = append(out, q)
		}
	}
	return out
}
