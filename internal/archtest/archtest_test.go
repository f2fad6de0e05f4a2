package archtest

import (
	"flag"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	root   = "../.."
	module = "github.com/informerlint/informerlint/"
)

var update = flag.Bool("update", false, "write the table into docs/architecture.md")

// imports returns, for each package below the directories, what its files other
// than tests import. Modules of their own and testdata are left out.
func imports(t *testing.T, dirs ...string) map[string][]string {
	t.Helper()
	all := make(map[string]map[string]bool)
	for _, dir := range dirs {
		err := filepath.WalkDir(filepath.Join(root, dir), func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil || d.Name() == "testdata" {
					return filepath.SkipDir
				}
				return nil
			}
			if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			pkg, err := filepath.Rel(root, filepath.Dir(name))
			if err != nil {
				return err
			}
			pkg = filepath.ToSlash(pkg)
			if all[pkg] == nil {
				all[pkg] = make(map[string]bool)
			}
			for _, spec := range file.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					return err
				}
				all[pkg][path] = true
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	sorted := make(map[string][]string)
	for pkg, set := range all {
		sorted[pkg] = slices.Sorted(maps.Keys(set))
	}
	return sorted
}

// judge returns what is wrong with imports by a table.
func judge(table []Row, imports map[string][]string) []string {
	var wrong []string
	rows := make(map[string]Row)
	for _, row := range table {
		if rows[row.Package].Package != "" {
			wrong = append(wrong, row.Package+" has two rows")
		}
		rows[row.Package] = row
		if _, ok := imports[row.Package]; !ok {
			wrong = append(wrong, row.Package+" has a row, and no files")
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(imports)) {
		row, ok := rows[pkg]
		if !ok {
			wrong = append(wrong, pkg+" has no row in the table of internal/archtest")
			continue
		}
		unused := make(map[string]bool)
		for _, name := range row.Imports {
			unused[name] = true
		}
		for _, path := range imports[pkg] {
			own, ok := strings.CutPrefix(path, module)
			if !ok {
				continue
			}
			name := strings.TrimPrefix(own, "internal/")
			if !slices.Contains(row.Imports, name) {
				wrong = append(wrong, pkg+" imports "+own+", which its row does not list")
			}
			delete(unused, name)
		}
		for _, name := range slices.Sorted(maps.Keys(unused)) {
			wrong = append(wrong, pkg+" does not import "+name+", which its row lists")
		}
	}
	return wrong
}

func TestImportsAreThoseOfTheTable(t *testing.T) {
	for _, w := range judge(Table, imports(t, "internal", "reference")) {
		t.Error(w)
	}
}

// The judge finds each kind of mistake.
func TestJudge(t *testing.T) {
	table := []Row{{"internal/a", []string{"b", "reference"}, "x"}, {"internal/b", nil, "x"}, {"internal/gone", nil, "x"}, {"internal/b", nil, "x"}}
	got := judge(table, map[string][]string{
		"internal/a": {"fmt", module + "internal/b", module + "internal/c"},
		"internal/b": {"k8s.io/api"},
		"internal/c": nil,
	})
	want := []string{
		"internal/gone has a row, and no files",
		"internal/b has two rows",
		"internal/a imports internal/c, which its row does not list",
		"internal/a does not import reference, which its row lists",
		"internal/c has no row in the table of internal/archtest",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Rules that hold for whole directories, whatever the table says.
func TestForeignImports(t *testing.T) {
	for pkg, paths := range imports(t, "analyzers", "cmd", "internal", "plugin", "reference") {
		for _, path := range paths {
			first, _, _ := strings.Cut(path, "/")
			switch {
			case first == "k8s.io" || first == "sigs.k8s.io":
				t.Errorf("%s imports %s: nothing that a user installs may", pkg, path)
			case strings.HasPrefix(pkg, "reference") && strings.Contains(first, ".") && !strings.HasPrefix(path, module+"reference"):
				t.Errorf("%s imports %s: the reference runtime needs the standard library alone", pkg, path)
			case strings.HasPrefix(pkg, "internal") && (strings.HasPrefix(path, module+"analyzers") || strings.HasPrefix(path, module+"cmd")):
				t.Errorf("%s imports %s, which is above it", pkg, path)
			}
		}
	}
}

const (
	begin = "<!-- imports: made by go test ./internal/archtest -update -->\n"
	end   = "<!-- imports: end -->\n"
)

// page is the table as docs/architecture.md shows it.
func page() string {
	var b strings.Builder
	b.WriteString("| package | may import | must not know |\n| --- | --- | --- |\n")
	for _, row := range Table {
		list := "nothing of this repository"
		if len(row.Imports) > 0 {
			list = "`" + strings.Join(row.Imports, "`, `") + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", row.Package, list, row.Blind)
	}
	return b.String()
}

func TestThePageShowsTheTable(t *testing.T) {
	name := filepath.Join(root, "docs", "architecture.md")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	shown, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the table", name)
	}
	if shown == page() {
		return
	}
	if !*update {
		t.Fatalf("%s does not show the table: go test ./internal/archtest -update", name)
	}
	if err := os.WriteFile(name, []byte(before+begin+page()+end+after), 0o666); err != nil {
		t.Fatal(err)
	}
}
