package driver

import (
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/suppress"
)

// Every field of a finding survives, those that will be added as well.
func TestKeptFindingsAreWhole(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	text := []byte("package a\n\nvar x = 1\n\nvar y = 2\n")
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	file := fset.AddFile(name, -1, len(text))
	file.SetLinesForContent(text)

	check := &analysis.Analyzer{Name: "check", Doc: "check: x", Run: func(*analysis.Pass) (any, error) { return nil, nil }}
	d, err := New([]*analysis.Analyzer{check})
	if err != nil {
		t.Fatal(err)
	}
	pkg := &packages.Package{ID: "a", Fset: fset}
	n := 0
	var reported report.Reported
	fill(t, reflect.ValueOf(&reported).Elem(), file, &n)
	directive := new(suppress.Directive)
	fill(t, reflect.ValueOf(directive).Elem(), file, &n)
	d.findings = []Finding{{Analyzer: check, Package: pkg, Reported: reported}}
	d.suppressed = []Finding{{Analyzer: check, Package: pkg, Reported: reported, Directive: directive}}
	data := d.Record(pkg, true)
	if data == nil {
		t.Fatal("nothing was recorded")
	}

	d, err = New([]*analysis.Analyzer{check})
	if err != nil {
		t.Fatal(err)
	}
	kept, err := d.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	pkg.Fset = token.NewFileSet()
	pkg.Fset.AddFile("other", -1, 1000) // so that positions are other numbers
	d.Restore(pkg, true, kept)
	if len(d.findings) != 1 || len(d.suppressed) != 1 || len(d.failures) > 0 {
		t.Fatalf("%v, %v, %v", d.findings, d.suppressed, d.failures)
	}
	equal(t, "finding", fset, pkg.Fset, reflect.ValueOf(reported), reflect.ValueOf(d.findings[0].Reported))
	equal(t, "suppressed", fset, pkg.Fset, reflect.ValueOf(reported), reflect.ValueOf(d.suppressed[0].Reported))
	equal(t, "directive", fset, pkg.Fset, reflect.ValueOf(directive), reflect.ValueOf(d.suppressed[0].Directive))

	if _, err := d.Decode(data[:len(data)-1]); err == nil {
		t.Error("half a record was taken")
	}
	other, err := New(nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Decode(data); err == nil {
		t.Error("findings of an analyzer that does not run were taken")
	}
}

// A position that a line directive moves cannot be taken back.
func TestKeptPositionsAreThoseOfFiles(t *testing.T) {
	fset := token.NewFileSet()
	file := fset.AddFile("a.go", -1, 100)
	file.AddLine(50)
	file.AddLineColumnInfo(50, "other.go", 7, 1)
	check := &analysis.Analyzer{Name: "check"}
	d := &Driver{findings: []Finding{{Analyzer: check}}}
	pkg := &packages.Package{Fset: fset}
	d.findings[0].Package, d.findings[0].Pos = pkg, file.Pos(60)
	if d.Record(pkg, true) != nil {
		t.Error("a moved position was recorded")
	}
}

var posType = reflect.TypeFor[token.Pos]()

// fill gives every exported field below v a value that no other has.
func fill(t *testing.T, v reflect.Value, file *token.File, n *int) {
	*n++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(t, v.Field(i), file, n)
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem(), file, n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(t, v.Index(i), file, n)
		}
	case reflect.String:
		v.SetString("text " + string(rune('0'+*n)))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		if v.Type() == posType {
			v.SetInt(int64(file.Pos(*n % file.Size())))
			return
		}
		v.SetInt(int64(*n))
	case reflect.Uint8:
		v.SetUint(uint64(*n % 200))
	default:
		t.Fatalf("a field of type %v: tell keep.go and this test of it", v.Type())
	}
}

// equal compares, positions by what they stand for.
func equal(t *testing.T, path string, was, is *token.FileSet, a, b reflect.Value) {
	switch {
	case a.Type() == posType:
		if x, y := was.Position(token.Pos(a.Int())), is.Position(token.Pos(b.Int())); x != y {
			t.Errorf("%s: %v became %v", path, x, y)
		}
	case a.Kind() == reflect.Struct:
		for i := range a.NumField() {
			if f := a.Type().Field(i); f.IsExported() {
				equal(t, path+"."+f.Name, was, is, a.Field(i), b.Field(i))
			}
		}
	case a.Kind() == reflect.Pointer && !b.IsNil():
		equal(t, path, was, is, a.Elem(), b.Elem())
	case a.Kind() == reflect.Slice && a.Len() == b.Len():
		for i := range a.Len() {
			equal(t, path+"[]", was, is, a.Index(i), b.Index(i))
		}
	case !reflect.DeepEqual(a.Interface(), b.Interface()):
		t.Errorf("%s: %v became %v", path, a, b)
	}
}
