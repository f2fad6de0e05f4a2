package driver

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/token"
	"os"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/suppress"
)

// What an analysis leaves of a package can be written down and taken back: its
// findings, with positions as offsets in files, and its facts.

// A record is what is written down.
type record struct {
	Files      []string // those that places name
	Findings   []keptFinding
	Suppressed []keptFinding
	Facts      []byte // a gob of []analysis.Fact; decoded only where they are wanted
}

// A keptPlace is a position: the number of a file from 1, and an offset.
// The zero value is none.
type keptPlace struct{ File, Offset int }

type keptFinding struct {
	Analyzer               string
	Pos, End               keptPlace
	Category, Message, URL string
	Related                []keptRelated
	Fixes                  []keptFix
	Witness                *keptWitness
	Severity               config.Severity
	Function, Shape        string
	Directive              *keptDirective
}

type keptRelated struct {
	Pos, End keptPlace
	Message  string
}

type keptFix struct {
	Message string
	Edits   []keptEdit
}

type keptEdit struct {
	Pos, End keptPlace
	New      []byte
}

type keptWitness struct {
	Property           string
	Steps              []keptStep
	Classes, Violating int
	Bound              string
	Fails              int
}

type keptStep struct {
	Thread, Text string
	Pos          keptPlace
	Where        string
}

type keptDirective struct {
	Pos, End       keptPlace
	Kind           suppress.Kind
	Text           string
	Checks         []string
	Reason         string
	File, Explicit bool
}

// Record writes down what the analysis of a package has left; nil if there is
// something in it that cannot be taken back.
func (d *Driver) Record(pkg *packages.Package, asked bool) []byte {
	w := &writer{fset: pkg.Fset}
	var rec record
	d.mu.RLock()
	failed := d.failed[pkg]
	of := func(f Finding) bool { return f.Package == pkg }
	found, suppressed := keepIf(d.findings, of), keepIf(d.suppressed, of)
	d.mu.RUnlock()
	for _, f := range found {
		rec.Findings = append(rec.Findings, w.finding(f))
	}
	for _, f := range suppressed {
		rec.Suppressed = append(rec.Suppressed, w.finding(f))
	}
	if failed || w.odd {
		return nil
	}
	rec.Files = w.files
	var err error
	if facts := d.facts.Of(pkg.Types); len(facts) > 0 {
		if rec.Facts, err = encode(facts); err != nil {
			return nil
		}
	}
	data, err := encode(rec)
	if err != nil {
		return nil
	}
	return data
}

func keepIf(all []Finding, keep func(Finding) bool) (out []Finding) {
	for _, f := range all {
		if keep(f) {
			out = append(out, f)
		}
	}
	return out
}

func encode(v any) ([]byte, error) {
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(v)
	return buf.Bytes(), err
}

// Decode reads what Record has written, for Restore.
func (d *Driver) Decode(data []byte) (any, error) {
	rec := new(record)
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(rec); err != nil {
		return nil, err
	}
	for _, f := range slices.Concat(rec.Findings, rec.Suppressed) {
		if d.byName[f.Analyzer] == nil {
			return nil, fmt.Errorf("no analyzer %s", f.Analyzer)
		}
	}
	return rec, nil
}

// Restore takes results of an earlier run for a package: what was found in it, if
// it was asked for, and its facts, if it has types. Positions are those of the
// package's file set.
func (d *Driver) Restore(pkg *packages.Package, asked bool, kept any) {
	rec := kept.(*record)
	if pkg.Types != nil && len(rec.Facts) > 0 {
		var facts []analysis.Fact
		if err := gob.NewDecoder(bytes.NewReader(rec.Facts)).Decode(&facts); err != nil {
			d.mu.Lock()
			d.failures = append(d.failures, fmt.Sprintf("facts of an earlier run on package %s: %v", pkg.ID, err))
			d.mu.Unlock()
		}
		for _, fact := range facts {
			d.facts.Set(pkg.Types, fact)
		}
	}
	if !asked || len(rec.Findings)+len(rec.Suppressed) == 0 {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	r := &reader{fset: pkg.Fset, driver: d}
	if err := r.open(rec.Files); err != nil {
		d.failures = append(d.failures, err.Error())
		return
	}
	for _, f := range rec.Findings {
		d.findings = append(d.findings, r.finding(pkg, f))
	}
	for _, f := range rec.Suppressed {
		d.suppressed = append(d.suppressed, r.finding(pkg, f))
	}
}

// A writer turns positions into places.
type writer struct {
	fset  *token.FileSet
	files []string
	odd   bool // some position cannot be written
}

func (w *writer) place(pos token.Pos) keptPlace {
	if !pos.IsValid() {
		return keptPlace{}
	}
	file := w.fset.File(pos)
	if file == nil || file.PositionFor(pos, true) != file.PositionFor(pos, false) {
		w.odd = true // a line directive: what cgo has made, for instance
		return keptPlace{}
	}
	i := slices.Index(w.files, file.Name())
	if i < 0 {
		i = len(w.files)
		w.files = append(w.files, file.Name())
	}
	return keptPlace{i + 1, file.Offset(pos)}
}

func (w *writer) finding(f Finding) keptFinding {
	k := keptFinding{
		Analyzer: f.Analyzer.Name, Pos: w.place(f.Pos), End: w.place(f.End), Category: f.Category, Message: f.Message, URL: f.URL,
		Severity: f.Severity, Function: f.Function, Shape: f.Shape,
	}
	for _, r := range f.Related {
		k.Related = append(k.Related, keptRelated{w.place(r.Pos), w.place(r.End), r.Message})
	}
	for _, fix := range f.SuggestedFixes {
		kf := keptFix{Message: fix.Message}
		for _, e := range fix.TextEdits {
			kf.Edits = append(kf.Edits, keptEdit{w.place(e.Pos), w.place(e.End), e.NewText})
		}
		k.Fixes = append(k.Fixes, kf)
	}
	if wit := f.Witness; wit != nil {
		k.Witness = &keptWitness{Property: wit.Property, Classes: wit.Classes, Violating: wit.Violating, Bound: wit.Bound, Fails: wit.Fails}
		for _, s := range wit.Steps {
			k.Witness.Steps = append(k.Witness.Steps, keptStep{s.Thread, s.Text, w.place(s.Pos), s.Where})
		}
	}
	if dir := f.Directive; dir != nil {
		k.Directive = &keptDirective{w.place(dir.Pos), w.place(dir.End), dir.Kind, dir.Text, dir.Checks, dir.Reason, dir.File, dir.Explicit}
	}
	return k
}

// A reader turns places into positions.
type reader struct {
	fset   *token.FileSet
	driver *Driver
	files  []*token.File
}

// open adds the files to the file set, with their lines. A file that was added
// for another package is not added again.
func (r *reader) open(names []string) error {
	for _, name := range names {
		file := r.driver.files[name]
		if file == nil {
			text, err := os.ReadFile(name)
			if err != nil {
				return fmt.Errorf("a finding of an earlier run: %w", err)
			}
			file = r.fset.AddFile(name, -1, len(text))
			file.SetLinesForContent(text)
			r.driver.files[name] = file
		}
		r.files = append(r.files, file)
	}
	return nil
}

func (r *reader) pos(p keptPlace) token.Pos {
	if p.File == 0 {
		return token.NoPos
	}
	return r.files[p.File-1].Pos(p.Offset)
}

func (r *reader) finding(pkg *packages.Package, k keptFinding) Finding {
	f := Finding{Analyzer: r.driver.byName[k.Analyzer], Package: pkg, Reported: report.Reported{
		Diagnostic: analysis.Diagnostic{Pos: r.pos(k.Pos), End: r.pos(k.End), Category: k.Category, Message: k.Message, URL: k.URL},
		Severity:   k.Severity, Function: k.Function, Shape: k.Shape,
	}}
	for _, rel := range k.Related {
		f.Related = append(f.Related, analysis.RelatedInformation{Pos: r.pos(rel.Pos), End: r.pos(rel.End), Message: rel.Message})
	}
	for _, kf := range k.Fixes {
		fix := analysis.SuggestedFix{Message: kf.Message}
		for _, e := range kf.Edits {
			fix.TextEdits = append(fix.TextEdits, analysis.TextEdit{Pos: r.pos(e.Pos), End: r.pos(e.End), NewText: e.New})
		}
		f.SuggestedFixes = append(f.SuggestedFixes, fix)
	}
	if w := k.Witness; w != nil {
		f.Witness = &report.Witness{Property: w.Property, Classes: w.Classes, Violating: w.Violating, Bound: w.Bound, Fails: w.Fails}
		for _, s := range w.Steps {
			f.Witness.Steps = append(f.Witness.Steps, report.Step{Thread: s.Thread, Text: s.Text, Pos: r.pos(s.Pos), Where: s.Where})
		}
	}
	if d := k.Directive; d != nil {
		f.Directive = &suppress.Directive{
			Pos: r.pos(d.Pos), End: r.pos(d.End), Kind: d.Kind, Text: d.Text, Checks: d.Checks, Reason: d.Reason, File: d.File, Explicit: d.Explicit,
		}
	}
	return f
}
