package main

import (
	"bytes"
	"context"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"suffice/review"
	"suffice/store"
)

// demoStore is the demo project in a store of its own.
func demoStore(t *testing.T, name string, act func(context.Context, *demo) error) *store.Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), defaultProject)
	now := time.Date(2027, 3, 4, 15, 0, 0, 0, time.UTC)
	if act == nil {
		act = demoMiddle(func() time.Time { return now })
	}
	if err := buildDemo(t.Context(), path, name, streams{Now: func() time.Time { return now }}, act); err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(t.Context(), path, store.Options{Scratch: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	return st
}

func replayed(t *testing.T, st *store.Store, repo review.Repository) proof {
	t.Helper()
	p, err := replay{store: st, repo: repo, results: experimentOn(t, st), now: time.Now}.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if p.People == 0 || p.Commands == 0 || p.Reads == 0 || p.Phrases == 0 || p.Acts == 0 {
		t.Fatalf("nothing was proved: %+v", p)
	}
	return p
}

// experimentOn runs two methods on the project as its organizer, so that there
// are runs and a prediction set to be hidden, and returns the results folder.
func experimentOn(t *testing.T, st *store.Store) string {
	t.Helper()
	people, err := st.People(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(people, func(p review.Person) bool { return len(p.Roles) == 1 && p.Is(review.Organizer) })
	d, err := review.NewDesk(t.Context(), st, people[i], func() int64 { return time.Now().UnixMilli() })
	if err != nil {
		t.Fatal(err)
	}
	results := t.TempDir()
	ses := &session{store: st, desk: d, path: st.Path(), results: results, lent: true}
	var out bytes.Buffer
	s := streams{In: strings.NewReader(""), Out: &out, Err: &out, Getenv: func(string) string { return "" }, Now: time.Now}
	root := newRoot(s)
	root.SetArgs([]string{"run", "mss_complement", "bm25", "--experiment", "walrus-trial"})
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	if err := root.ExecuteContext(context.WithValue(t.Context(), lending{}, ses)); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return results
}

func TestDemoIsBlind(t *testing.T) {
	for name, act := range map[string]func(context.Context, *demo) error{"middle": nil, "audited": demoAudited} {
		t.Run(name, func(t *testing.T) {
			st := demoStore(t, name, act)
			p := replayed(t, st, st)
			for _, l := range p.Leaks {
				t.Error(l)
			}
			t.Logf("%d people, %d commands, %d reads, %d phrases, %d acts", p.People, p.Commands, p.Reads, p.Phrases, p.Acts)
		})
	}
}

// TestEveryCommandIsReplayedOrWrites keeps the list of reading commands
// complete: a new command is replayed, or said here to do something else.
func TestEveryCommandIsReplayedOrWrites(t *testing.T) {
	others := strings.Fields(`apply arbitrate-choose arbitrate-claim arbitrate-decide arbitrate-recall arbitrate-release
		assign-arbitration assign-audit assign-review audit-judge audit-reopen audit-submit blindness completion demo freeze
		generate import-items import-labels import-predictions import-reviews init keys man
		calibrate dataset-build export-trec methods people-add people-retire people-return people-role predictions-lock predictions-unlock reserve
		review-claim review-release review-reopen review-submit score version help`)
	root := newRoot(streams{Getenv: func(string) string { return "" }})
	read := map[string]bool{}
	for _, words := range readingCommands() {
		read[commandOf(root, words)] = true
	}
	var walk func(c *cobra.Command, path []string)
	walk = func(c *cobra.Command, path []string) {
		name := strings.Join(path, "-")
		if c.Runnable() && len(c.Commands()) == 0 && !read[name] && !slices.Contains(others, name) {
			t.Errorf("suffice %s is neither replayed nor known to write", strings.Join(path, " "))
		}
		for _, sub := range c.Commands() {
			walk(sub, append(slices.Clone(path), sub.Name()))
		}
	}
	walk(root, nil)
}

// commandOf is the name of the command of a command line.
func commandOf(root *cobra.Command, words []string) string {
	c, _, err := root.Find(words)
	if err != nil || c == root {
		return ""
	}
	return strings.ReplaceAll(strings.TrimPrefix(c.CommandPath(), root.Name()+" "), " ", "-")
}

// TestEveryDeskReadIsReplayed keeps the list of what is asked of desks complete.
func TestEveryDeskReadIsReplayed(t *testing.T) {
	acts := strings.Fields(`AddPerson Amend ApplyAll ApplyKept Assign Carry Choose Claim ClaimFor DropKept Edit Finish Flag Freeze JudgeGroup
		JudgeState Keep Note Reapply Recall Redo Release Reopen ReopenAudit ReplaceTyping Retire Return Rule Sample SaveTyping Seat
		SetPolicy SetReserve SetRoles Skip Submit SubmitAudit Undo Unseat LockPredictions
		Person Project Scope Whole`) // the last four are of the person themselves
	read := []string{}
	for _, r := range slices.Concat(deskReads(), stateReads("s")) {
		read = append(read, strings.Fields(r.name)[0])
	}
	desk := reflect.TypeFor[*review.Desk]()
	for i := range desk.NumMethod() {
		if name := desk.Method(i).Name; !slices.Contains(acts, name) && !slices.Contains(read, name) {
			t.Errorf("Desk.%s is neither read as every person nor known to be an act", name)
		}
	}
}
