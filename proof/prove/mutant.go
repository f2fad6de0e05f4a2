package prove

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/proof/rewrite"
	"github.com/informerlint/informerlint/proof/scenario"
)

// A Mutant is a fix with one thing wrong, made from the edits of the fix.
type Mutant struct {
	Check, Rule, Scenario string
	What                  string // what is wrong
	Red                   bool   // the row noticed
	Why                   string // by what
}

// A change is one edit of a fix, by offsets.
type change struct {
	from, to int
	text     string
}

// MutantsOf makes mutants of the fix of each scenario, and says which of them
// their rows notice, in a small world. Mutants that do not compile, or are the
// program itself or its fix, are left out.
func MutantsOf(ctx context.Context, o Options) ([]*Mutant, error) {
	var list []scenario.Scenario
	for _, s := range o.scenarios() {
		if s.Right || s.NoFix != "" {
			continue
		}
		list = append(list, s)
	}
	m, err := o.open(list)
	if err != nil {
		return nil, err
	}
	w, err := newWorkshop(o.Root, m)
	if err != nil {
		return nil, err
	}
	defer w.close()
	var requests []scenario.Request
	of := make(map[string]*Mutant)
	for i, s := range list {
		f, err := examine(m.of(s), s)
		if err != nil {
			return nil, err
		}
		for k, v := range variants(m.of(s), f) {
			mutant := &Mutant{Check: s.Check, Rule: s.Rule, Scenario: s.Name(), What: v.what}
			key := fmt.Sprintf("m%03d/v%d", i, k)
			if err := w.add(key, s, v.files); err != nil {
				continue // it does not compile, or not as a program that can be rewritten
			}
			of[key] = mutant
			requests = append(requests, scenario.Request{Program: key, Name: s.Name(), Minors: minorsOf(s, []int{slices.Max(scenario.Minors)}), Goals: s.Goals, Small: true})
		}
	}
	if err := w.build(ctx); err != nil {
		return nil, err
	}
	var mutants []*Mutant
	err = w.run(ctx, requests, func(r scenario.Response) error {
		mutant := of[r.Program]
		if r.Error != "" {
			return fmt.Errorf("%s: %s", mutant.Scenario, r.Error)
		}
		row := &Row{}
		row.after(r.Results)
		mutant.Red = !row.OK()
		mutant.Why = strings.Join(row.Failures, "; ")
		mutants = append(mutants, mutant)
		return nil
	})
	return mutants, err
}

type variant struct {
	what  string
	files map[string][]byte
}

// variants makes the mutants of a fix that differ from each other, from the
// program and from the fix.
func variants(m *rewrite.Module, f *flaw) []variant {
	changes := make(map[string][]change)
	for _, d := range f.diagnostics {
		if len(d.SuggestedFixes) == 0 {
			continue
		}
		for _, e := range d.SuggestedFixes[0].TextEdits {
			name, c := changeOf(m.Fset, e)
			if !slices.Contains(changes[name], c) {
				changes[name] = append(changes[name], c)
			}
		}
	}
	var all []variant
	for name, list := range changes {
		src, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		list = sorted(list)
		known := [][]byte{tidied(src), f.fixed[name]}
		keep := func(what string, text []byte) {
			text = tidied(text)
			if text == nil || slices.ContainsFunc(known, func(k []byte) bool { return dense(k) == dense(text) }) {
				return
			}
			known = append(known, text)
			files := make(map[string][]byte, len(f.fixed))
			for n, t := range f.fixed {
				files[n] = t
			}
			files[name] = text
			all = append(all, variant{what, files})
		}
		for i := range list {
			text, _ := changed(src, slices.Delete(slices.Clone(list), i, i+1))
			keep(fmt.Sprintf("edit %d dropped", i+1), text)
			for _, elsewhere := range occurrences(src, list[i]) {
				text, _ := changed(src, sorted(append(slices.Delete(slices.Clone(list), i, i+1), elsewhere)))
				keep(fmt.Sprintf("edit %d made at another %s", i+1, src[elsewhere.from:elsewhere.to]), text)
			}
		}
		fixed, ranges := changed(src, list)
		damage(name, fixed, ranges, keep)
	}
	return all
}

func sorted(list []change) []change {
	slices.SortStableFunc(list, func(a, b change) int { return cmp.Compare(a.from, b.from) })
	return list
}

// occurrences are the other places where the text stands that a change
// replaces, as changes of the same kind.
func occurrences(src []byte, c change) []change {
	old := string(src[c.from:c.to])
	if len(strings.TrimSpace(old)) < 3 {
		return nil // not a word
	}
	var all []change
	for at := 0; ; {
		i := strings.Index(string(src[at:]), old)
		if i < 0 {
			return all
		}
		at += i
		if at != c.from {
			all = append(all, change{at, at + len(old), c.text})
		}
		at += len(old)
	}
}

// dense is a text without blank lines.
func dense(text []byte) string {
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		if strings.TrimSpace(line) != "" {
			b.WriteString(line)
		}
	}
	return b.String()
}

// tidied is a text in gofmt's form, nil if it does not parse.
func tidied(text []byte) []byte {
	out, err := format.Source(text)
	if err != nil {
		return nil
	}
	return out
}

func changeOf(fset *token.FileSet, e analysis.TextEdit) (string, change) {
	file := fset.File(e.Pos)
	end := e.End
	if !end.IsValid() {
		end = e.Pos
	}
	return file.Name(), change{file.Offset(e.Pos), file.Offset(end), string(e.NewText)}
}

type span struct{ from, to int }

// changed makes changes, and says where their texts are in the result.
func changed(src []byte, list []change) ([]byte, []span) {
	var out []byte
	var ranges []span
	last := 0
	for _, c := range list {
		if c.from < last {
			continue
		}
		out = append(out, src[last:c.from]...)
		ranges = append(ranges, span{len(out), len(out) + len(c.text)})
		out = append(out, c.text...)
		last = c.to
	}
	return append(out, src[last:]...), ranges
}

// damage makes one thing wrong in the places of a fixed file that the fix has
// changed.
func damage(name string, text []byte, ranges []span, keep func(what string, text []byte)) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		return
	}
	at := func(n ast.Node) span { return span{fset.Position(n.Pos()).Offset, fset.Position(n.End()).Offset} }
	touched := func(s span) bool {
		return slices.ContainsFunc(ranges, func(r span) bool {
			return s.from < r.to && r.from < s.to || r.from == r.to && s.from <= r.from && r.from < s.to
		})
	}
	within := func(s span) bool {
		return slices.ContainsFunc(ranges, func(r span) bool { return r.from <= s.from && s.to <= r.to })
	}
	put := func(s span, with string) []byte {
		return []byte(string(text[:s.from]) + with + string(text[s.to:]))
	}
	short := func(s span) string {
		line := strings.Join(strings.Fields(string(text[s.from:s.to])), " ")
		if len(line) > 60 {
			line = line[:60] + "..."
		}
		return line
	}

	// Operands: names in the changed text, each by each other of the same
	// function; operators by their opposites.
	var names []string
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && touched(at(id)) {
			names = add(names, id.Name)
		}
		return true
	})
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			statements(n.List, at, touched, within, put, short, text, keep)
		case *ast.CaseClause:
			statements(n.Body, at, touched, within, put, short, text, keep)
		case *ast.SelectorExpr:
			if s := at(n.Sel); within(s) && slices.Contains(readers, n.Sel.Name) {
				swap(n.Sel, s, readers, put, keep)
			}
			if s := at(n); within(s) {
				if s := at(n.X); within(s) {
					swap(n.X, s, names, put, keep)
				}
				if _, isCall := n.X.(*ast.CallExpr); !isCall {
					// The whole is named by its beginning alone.
					keep(fmt.Sprintf("%s instead of %s", short(at(n.X)), short(s)), put(s, short(at(n.X))))
				}
				return false
			}
		case *ast.Ident:
			if s := at(n); within(s) {
				swap(n, s, names, put, keep)
			}
		case *ast.BinaryExpr:
			opposite := map[token.Token]string{token.EQL: "!=", token.NEQ: "==", token.LAND: "||", token.LOR: "&&"}
			o := fset.Position(n.OpPos).Offset
			s := span{o, o + len(n.Op.String())}
			if op := opposite[n.Op]; op != "" && touched(s) {
				keep(fmt.Sprintf("%s instead of %s in %s", op, n.Op, short(at(n))), put(s, op))
			}
		}
		return true
	})
}

// readers are controller-runtime's ways from a manager to something that reads. A
// fix that takes another one can take a wrong one.
var readers = []string{"GetAPIReader", "GetCache", "GetClient"}

func swap(n ast.Expr, s span, names []string, put func(span, string) []byte, keep func(string, []byte)) {
	id, ok := n.(*ast.Ident)
	if !ok {
		return
	}
	for _, other := range names {
		if other != id.Name {
			keep(fmt.Sprintf("%s instead of %s", other, id.Name), put(s, other))
		}
	}
}

// statements drops statements that the fix made, and lets those that it made
// or changed change places with their neighbours.
func statements(list []ast.Stmt, at func(ast.Node) span, touched, within func(span) bool, put func(span, string) []byte,
	short func(span) string, text []byte, keep func(string, []byte)) {
	for i, stmt := range list {
		s := at(stmt)
		if within(s) {
			keep(fmt.Sprintf("dropped: %s", short(s)), put(s, ""))
		}
		if !touched(s) {
			continue
		}
		for j := i + 1; j < len(list); j++ {
			// Behind the j-th statement.
			e := at(list[j])
			moved := string(text[:s.from]) + string(text[s.to:e.to]) + "\n" + string(text[s.from:s.to]) + string(text[e.to:])
			keep(fmt.Sprintf("moved behind %s: %s", short(e), short(s)), []byte(moved))
		}
	}
}
