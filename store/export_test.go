package store

import (
	"bytes"
	"context"
	"os"
	"testing"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
)

func TestRealSample(t *testing.T) {
	dir := "../../shared/data/serbench-example/"
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the real sample is not beside this checkout: %v", err)
	}
	s := newProject(t)
	ctx, sc := context.Background(), scopeOf(olga)
	for again := range 2 {
		items, err := s.ImportItems(ctx, sc, 1, []Source{fileSource(dir + "items.jsonl")})
		must(t, err)
		labels, err := s.ImportLabels(ctx, sc, 1, []Source{fileSource(dir + "labels.jsonl")}, LabelOptions{})
		must(t, err)
		if items.States != 3 || items.Units != 264 || labels.Certificates != 3 || labels.Groups != 5 || labels.Branches != 14 {
			t.Errorf("got %+v %+v", items, labels)
		}
		if items.Unchanged() != (again == 1) || labels.Unchanged() != (again == 1) {
			t.Errorf("time %d: %+v %+v", again+1, items, labels)
		}
	}
	var out bytes.Buffer
	_, err := s.ExportLabels(ctx, sc, &out)
	must(t, err)
	in, err := os.ReadFile(dir + "labels.jsonl")
	must(t, err)
	wants := bytes.Split(bytes.TrimSpace(in), []byte("\n"))
	gots := bytes.Split(bytes.TrimSpace(out.Bytes()), []byte("\n"))
	if len(gots) != len(wants) {
		t.Fatalf("%d labels, want %d", len(gots), len(wants))
	}
	for i := range wants {
		if !equalValue(gots[i], wants[i]) {
			t.Errorf("label %d came back as %s", i+1, gots[i])
		}
	}
	sound(t, s)
}

func TestExportLabels(t *testing.T) {
	s := newProject(t, reviewtest.State("s1", 3), reviewtest.State("s2", 3), reviewtest.State("s3", 3))
	ctx, sc := context.Background(), scopeOf(olga)
	_, err := s.ImportLabels(ctx, sc, 9, []Source{textSource("l.jsonl", label("s3", "u1", "2.50")+"\n"+label("s1", "u1", "2"))}, LabelOptions{})
	must(t, err)
	d := reviewtest.Desk(t, s, ann)
	_, err = d.Edit(ctx, "s1", 1, reviewtest.Edit(t, certificate.SetWeight, "g1", "", 4), "")
	must(t, err)
	ack := reviewtest.Do(t, d, "s2", addGroup(t, "bug_location"))
	_, err = d.Undo(ctx, "s2", ack.Revision)
	must(t, err)
	var out bytes.Buffer
	e, err := s.ExportLabels(ctx, sc, &out)
	must(t, err)
	want := label("s1", "u1", "4") + "\n" + label("s3", "u1", "2.50") + "\n"
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	if e.Rows != 2 || e.Empty != 1 {
		t.Errorf("got %+v", e)
	}
	_, _, err = s.Append(ctx, sc, review.FileExported(olga.ID, 12, e.Body("out/labels.jsonl")), review.Write{})
	must(t, err)
	sound(t, s)
}
