// Package mutate makes wrong fixes of right ones: a condition inverted, a
// statement left out or one place too late, another variable of the same type.
// A gate that accepts one of them does not look at what they differ in.
//
// What is changed is what the fix has made, and the statement that it stands in;
// the rest is the user's program.
package mutate

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix/apply"
	"github.com/informerlint/informerlint/internal/fix/try"
)

// A Kind is what is wrong with a mutant.
type Kind string

// The kinds of mutants.
const (
	Inverted Kind = "condition inverted"
	Operator Kind = "wrong operator"
	LeftOut  Kind = "left out"
	Late     Kind = "one too late"
	Early    Kind = "one too early"
	Unmoved  Kind = "not moved"
	Variable Kind = "wrong variable"
	Call     Kind = "go or defer"
	Return   Kind = "return"
	Halved   Kind = "on half of the ways"
	Inside   Kind = "in a block beside it"
)

// A Mutant is a wrong fix of what its original is for.
type Mutant struct {
	Kind Kind
	What string // what is wrong, in words of the source
	Text string // the changed lines of the mutant
	Fix  analysis.SuggestedFix
}

// Of returns the mutants of a fix that differ from it, and from each other, in
// more than their layout. Some do not compile.
func Of(pass *analysis.Pass, fix analysis.SuggestedFix) ([]Mutant, error) {
	after, err := try.Edited(pass, fix)
	if err != nil {
		return nil, err
	}
	diagnostics := []analysis.Diagnostic{{Pos: fix.TextEdits[0].Pos, SuggestedFixes: []analysis.SuggestedFix{fix}}}
	texts, err := apply.Fixes(pass.Fset, diagnostics, pass.ReadFile)
	if err != nil {
		return nil, err
	}
	m := &maker{before: pass, info: after.TypesInfo, pkg: after.Pkg, texts: texts, known: make(map[string]bool)}
	for i, file := range after.Files {
		name := pass.Fset.File(file.FileStart).Name()
		if texts[name] == nil {
			continue
		}
		old, err := pass.ReadFile(name)
		if err != nil {
			return nil, err
		}
		s := &source{name: name, old: old, text: texts[name], syntax: file, was: pass.Files[i], tokenFile: pass.Fset.File(file.FileStart)}
		s.edits = editsOf(pass.Fset, fix, name)
		if s.tokens, err = mark(s); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		m.sources = append(m.sources, s)
	}
	m.anyFresh = slices.ContainsFunc(m.sources, func(s *source) bool {
		return slices.ContainsFunc(s.tokens, func(t tok) bool { return t.fresh })
	})
	for _, s := range m.sources {
		m.known[s.name+key(s.text)] = true
	}
	for _, s := range m.sources {
		m.dropEdits(s)
		m.keepInPlace(s)
		m.statements(s)
		m.expressions(s)
	}
	return m.out, nil
}

// A source is a file that a fix changes.
type source struct {
	name      string
	old, text []byte // before and after, the latter as the fix leaves it
	was       *ast.File
	syntax    *ast.File // of text
	tokenFile *token.File
	edits     []edit
	tokens    []tok
}

// An edit replaces bytes of the old text.
type edit struct {
	start, end int
	text       string
}

func editsOf(fset *token.FileSet, fix analysis.SuggestedFix, name string) (out []edit) {
	for _, e := range fix.TextEdits {
		file := fset.File(e.Pos)
		if file.Name() != name {
			continue
		}
		end := e.End
		if !end.IsValid() {
			end = e.Pos
		}
		out = append(out, edit{file.Offset(e.Pos), file.Offset(end), string(e.NewText)})
	}
	slices.SortStableFunc(out, func(a, b edit) int { return a.start - b.start })
	return out
}

// applied returns a text with edits made, and where their new texts begin in it.
func applied(old []byte, edits []edit) (text []byte, at []int) {
	last := 0
	for _, e := range edits {
		text = append(text, old[last:e.start]...)
		at = append(at, len(text))
		text = append(text, e.text...)
		last = e.end
	}
	return append(text, old[last:]...), at
}

type maker struct {
	before   *analysis.Pass
	info     *types.Info
	pkg      *types.Package
	texts    map[string][]byte // of the files that the fix changes, with it
	sources  []*source
	anyFresh bool // the fix does more than take something away
	known    map[string]bool
	out      []Mutant
}

// add adds a mutant: the fix with another text of one file.
func (m *maker) add(kind Kind, s *source, text []byte, format string, args ...any) {
	id := s.name + key(text)
	if m.known[id] {
		return
	}
	m.known[id] = true
	mutant := Mutant{Kind: kind, What: fmt.Sprintf(format, args...), Text: changes(s.text, text)}
	mutant.Fix.Message = string(kind) + ": " + mutant.What
	for _, name := range slices.Sorted(maps.Keys(m.texts)) {
		now := m.texts[name]
		if name == s.name {
			now = text
		}
		for i, file := range m.before.Files {
			if tf := m.before.Fset.File(file.FileStart); tf.Name() == name {
				old := s.old
				if name != s.name {
					old = m.old(name)
				}
				mutant.Fix.TextEdits = append(mutant.Fix.TextEdits, difference(m.before.Fset.File(m.before.Files[i].FileStart), old, now))
			}
		}
	}
	m.out = append(m.out, mutant)
}

func (m *maker) old(name string) []byte {
	i := slices.IndexFunc(m.sources, func(s *source) bool { return s.name == name })
	return m.sources[i].old
}

// difference is one edit that makes a text another one.
func difference(file *token.File, from, to []byte) analysis.TextEdit {
	n := 0
	for n < len(from) && n < len(to) && from[n] == to[n] {
		n++
	}
	k := 0
	for k < len(from)-n && k < len(to)-n && from[len(from)-1-k] == to[len(to)-1-k] {
		k++
	}
	return analysis.TextEdit{Pos: file.Pos(n), End: file.Pos(len(from) - k), NewText: bytes.Clone(to[n : len(to)-k])}
}

// changes are the lines of a unified diff that begin with a sign.
func changes(from, to []byte) string {
	var out []string
	for line := range strings.Lines(apply.Unified("", "", from, to)) {
		switch {
		case strings.HasPrefix(line, "---"), strings.HasPrefix(line, "+++"), !strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "-"):
		default:
			out = append(out, strings.TrimRight(line, "\n"))
		}
	}
	return strings.Join(out, "\n")
}

// dropEdits leaves out each edit that adds something, and where it replaces a condition
// with a "!" only that. One that only deletes belongs to a move.
func (m *maker) dropEdits(s *source) {
	for i, e := range s.edits {
		if strings.TrimSpace(e.text) == "" || imports(s, e) {
			continue
		}
		text, _ := applied(s.old, slices.Delete(slices.Clone(s.edits), i, i+1))
		m.add(LeftOut, s, text, "the edit that makes %s", short(e.text))
		if was, not := bytes.CutPrefix(s.old[e.start:e.end], []byte("!")); not {
			edits := slices.Clone(s.edits)
			edits[i].text = string(was)
			text, _ = applied(s.old, edits)
			m.add(Inverted, s, text, "%s instead of %s", short(string(was)), short(e.text))
		}
	}
}

// imports reports whether an edit is in the import declarations.
func imports(s *source, e edit) bool {
	for _, decl := range s.was.Decls {
		if gen, ok := decl.(*ast.GenDecl); !ok || gen.Tok != token.IMPORT {
			return e.start < int(decl.Pos()-s.was.FileStart)
		}
	}
	return false
}

// keepInPlace leaves where it is what the fix moves.
func (m *maker) keepInPlace(s *source) {
	for i, gone := range s.edits {
		if strings.TrimSpace(gone.text) != "" {
			continue
		}
		moved := scan(s.old[gone.start:gone.end])
		for j, made := range s.edits {
			from, to, ok := find(scan([]byte(made.text)), moved)
			if j == i || !ok {
				continue
			}
			edits := slices.Clone(s.edits)
			edits[j].text = made.text[:from] + made.text[to:]
			text, _ := applied(s.old, slices.Delete(edits, i, i+1))
			m.add(Unmoved, s, text, "%s", short(string(s.old[gone.start:gone.end])))
		}
	}
}

// short is a text in one line of readable length.
func short(text string) string {
	line := strings.Join(strings.Fields(text), " ")
	if len(line) > 70 {
		line = line[:70] + "..."
	}
	return line
}
