package records

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

func TestWriter(t *testing.T) {
	var b strings.Builder
	w := NewWriter(&b)
	for _, v := range []string{`{"a":1.50}`, "{\n  \"b\": \"x\\n\",\r\n  \"c\": [1.0,\n 2]\n}"} {
		if err := w.Write(jsontext.Value(v)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if want := "{\"a\":1.50}\n{\"b\":\"x\\n\",\"c\":[1.0,2]}\n"; b.String() != want || w.Rows() != 2 {
		t.Errorf("got %q, %d rows", b.String(), w.Rows())
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestWriterTellsAFullDisk(t *testing.T) {
	w := NewWriter(fullDisk{})
	_ = w.Write(jsontext.Value(`{}`))
	if err := w.Flush(); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("got %v", err)
	}
}

func TestObjectAndSet(t *testing.T) {
	ms := []Member{{"a", jsontext.Value("1.0")}, {"b\n", jsontext.Value(`"x"`)}}
	if got := string(Object(ms)); got != `{"a":1.0,"b\n":"x"}` {
		t.Errorf("got %s", got)
	}
	changed := Set(Set(ms, "a", jsontext.Value("2")), "c", Strings(nil))
	if got := string(Object(changed)); got != `{"a":2,"b\n":"x","c":[]}` {
		t.Errorf("got %s", got)
	}
	if string(ms[0].Value) != "1.0" {
		t.Error("Set changed what it was given")
	}
}

// files lists a folder, hidden files too.
func files(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func write(t *testing.T, path, text string, over bool) error {
	t.Helper()
	f, err := Create(path, over)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	return f.Commit()
}

func TestCreate(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "labels.jsonl")
	if err := write(t, path, "one", false); err != nil {
		t.Fatal(err)
	}
	var exists *ExistsError
	err := write(t, path, "two", false)
	if !errors.As(err, &exists) || err.Error() != path+" is there already and was left as it is" {
		t.Errorf("got %v", err)
	}
	if got := content(t, path); got != "one" {
		t.Errorf("the file was changed to %q", got)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := write(t, path, "three", true); err != nil || content(t, path) != "three" {
		t.Errorf("overwriting gave %v, %q", err, content(t, path))
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the mode became %v", info.Mode())
	}
	if got := files(t, dir); len(got) != 1 {
		t.Errorf("left behind: %q", got)
	}
}

func TestCreateGivenUp(t *testing.T) {
	dir := t.TempDir()
	f, err := Create(filepath.Join(dir, "a"), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	if got := files(t, dir); len(got) != 0 {
		t.Errorf("left behind: %q", got)
	}
	if err := f.Commit(); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Commit after Close gave %v", err)
	}
}

// TestCreateRace: a file that appears between Create and Commit is not lost.
func TestCreateRace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	f, err := Create(path, false)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := os.WriteFile(path, []byte("someone else's"), 0o644); err != nil {
		t.Fatal(err)
	}
	var exists *ExistsError
	if err := f.Commit(); !errors.As(err, &exists) {
		t.Errorf("got %v", err)
	}
	if got := content(t, path); got != "someone else's" {
		t.Errorf("it was overwritten: %q", got)
	}
}

func TestCreateThroughALink(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(target, []byte("old"), 0o644), os.Symlink(target, link)); err != nil {
		t.Skip("this system makes no symbolic links: ", err)
	}
	if err := write(t, link, "new", true); err != nil {
		t.Fatal(err)
	}
	if content(t, target) != "new" {
		t.Error("the link was replaced, not its target")
	}
}

func TestCreateWhereItCannotBe(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		dir:                              "this is a folder",
		filepath.Join(dir, "no", "file"): "there is no folder " + filepath.Join(dir, "no") + "; make it, or choose another name",
		filepath.Join(dir, strings.Repeat("n", 300)): "name too long",
		filepath.Join(plainFile(t), "file"):          "make a file in",
		closedFolder(t):                              "you may not write into the folder",
	} {
		if err := write(t, path, "x", true); path != "" && (err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), ".tmp")) {
			t.Errorf("%s gave %v", path, err)
		}
	}
}

// plainFile makes a file where a folder is expected.
func plainFile(t *testing.T) string {
	path := filepath.Join(t.TempDir(), "plain")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// closedFolder names a file in a folder that takes none; "" where whoever runs
// the test may write everywhere.
func closedFolder(t *testing.T) string {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "file")
	if os.WriteFile(path, nil, 0o600) == nil {
		t.Log("every folder can be written into here: a closed one is not tried")
		return ""
	}
	return path
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	if _, err := Open(filepath.Join(dir, "none"), nil); !errors.Is(err, fs.ErrNotExist) || !strings.HasSuffix(err.Error(), "none: there is no such file") {
		t.Errorf("got %v", err)
	}
	if _, err := Open(dir, nil); err == nil || !strings.Contains(err.Error(), "this is a folder") {
		t.Errorf("got %v", err)
	}
	r, err := Open("-", strings.NewReader("{}\n"))
	if err != nil || r.Close() != nil {
		t.Fatal(err)
	}
	if lines, err := readAll(r); err != nil || len(lines) != 1 {
		t.Errorf("got %v, %v", lines, err)
	}
	expect(t, "Name", Name("-")+" "+Name("a"), "standard input a")
}
