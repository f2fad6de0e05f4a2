package interp_test

import (
	"cmp"
	"flag"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/stubtest"
)

var update = flag.Bool("update", false, "write the golden files")

// TestWays compares the ways of the handlers in testdata, one file for each
// construct of Go that is followed, and their trails, with what somebody has
// read and found right.
func TestWays(t *testing.T) {
	files, err := filepath.Glob("testdata/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	stubs := stubtest.Load(t)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".go"), func(t *testing.T) {
			t.Parallel()
			stubtest.Golden(t, file, dump(t, stubs, file), *update)
		})
	}
}

// dump is what a program's handlers do, as text: for each input their ways,
// with what was chosen and done on each, and the trail of all of them together.
func dump(t *testing.T, s *stubtest.Stubs, file string) string {
	t.Helper()
	p, err := resolve.Again(s.Check(t, "example.com/program", file))
	if err != nil {
		t.Fatal(err)
	}
	if p == nil {
		t.Fatal("no handlers are found")
	}
	d := &dumper{p: p}
	for _, g := range p.Groups {
		d.group(g)
	}
	return d.String()
}

type dumper struct {
	strings.Builder
	p  *resolve.Package
	pr *interp.Program
}

func (d *dumper) line(pos token.Pos) string {
	return fmt.Sprintf("L%d", d.pr.Position(pos).Line)
}

func (d *dumper) via(pos token.Pos, calls []token.Pos) string {
	out := d.line(pos)
	for _, c := range slices.Backward(calls) {
		out += " < " + d.line(c)
	}
	return out
}

var inputs = []struct {
	in   interp.Input
	name string
}{
	{interp.AddObject, "Add, an object"}, {interp.UpdateDiffer, "Update, generations differ"}, {interp.UpdateEqual, "Update, generations are equal"},
	{interp.DeleteObject, "Delete, an object"}, {interp.DeleteTombstone, "Delete, a tombstone"}, {interp.RemoveObject, "Delete, an object with its UID"},
	{interp.FilterObject, "filter, an object"}, {interp.FilterTombstone, "filter, a tombstone"},
}

func (d *dumper) group(g *registered.Group) {
	d.pr = d.p.Program(g)
	fmt.Fprintf(d, "handler %s\n", d.line(g.Pos))
	for _, f := range []struct {
		name string
		fn   *registered.Func
	}{{"Add", g.Add}, {"Update", g.Update}, {"Delete", g.Delete}, {"Filter", g.Filter}} {
		if f.fn != nil {
			fmt.Fprintf(d, "\t%s %s\n", f.name, f.fn.Fn.Name())
		}
	}
	for _, in := range inputs {
		d.pr = d.p.Program(g) // what a condition is about is as the first run sees it
		w := d.pr.Ways(in.in)
		if !w.Exists {
			continue
		}
		fmt.Fprintf(d, "\n%s\n", in.name)
		if w.Cut {
			d.WriteString("\ttoo many ways\n")
		}
		var ways []string
		for _, way := range w.All {
			ways = append(ways, d.way(way))
		}
		slices.Sort(ways) // no way is the first one
		d.WriteString(strings.Join(ways, ""))
		d.trail(g, in.in)
	}
	d.WriteString("\n")
}

func (d *dumper) way(w interp.Way) string {
	var b strings.Builder
	b.WriteString("\tway")
	for i, c := range w.Choices {
		cond := d.pr.Conds[c.Cond]
		sep := ","
		if i == 0 {
			sep = ":"
		}
		about := [...]string{"something else", "type", "name", "old", "new", "old and new", "equal", "kept UID"}[cond.About]
		loop := ""
		if cond.Loop {
			loop = "loop "
		}
		fmt.Fprintf(&b, "%s %s%s %s:%d=%t", sep, loop, about, d.line(cond.Pos), d.pr.Position(cond.Pos).Column, c.Yes)
		if c.After > 0 {
			fmt.Fprintf(&b, " after %d", c.After)
		}
	}
	b.WriteString("\n")
	for _, e := range w.Events {
		fmt.Fprintf(&b, "\t\t%s\n", d.event(e))
	}
	b.WriteString("\t\t" + [...]string{"returns", "panics", "exits"}[w.End])
	if w.End != interp.Returns {
		b.WriteString(" " + d.via(w.At, w.Via))
	}
	b.WriteString([...]string{"", " true", " false"}[w.Result] + "\n")
	return b.String()
}

func objects(bits uint8) string { return [...]string{"nothing", "old", "new", "both"}[bits] }

func (d *dumper) event(e interp.Event) string {
	out := [...]string{"does", "fails", "recognises", "asks", "compares", "compares with a kept UID"}[e.Kind]
	if e.Kind == interp.Compared {
		out += " " + e.Part
		if e.Equal {
			out += ", equal"
		}
	}
	if e.Kind == interp.Did {
		out += " " + e.Key + details(e.From, e.Whole, e.UID, map[string]bool{"queue": e.Queue, "frees": e.Frees, "named": e.Named, "fresh": e.Fresh})
	}
	return out + " in " + e.Func + " " + d.via(e.Pos, e.Via)
}

func details(from, whole, uid uint8, marks map[string]bool) string {
	out := ""
	for _, x := range []struct {
		name string
		bits uint8
	}{{"from", from}, {"whole", whole}, {"UID", uid}} {
		if x.bits != 0 {
			out += " " + x.name + " " + objects(x.bits)
		}
	}
	for _, m := range []string{"queue", "frees", "named", "fresh"} {
		if marks[m] {
			out += " " + m
		}
	}
	return out
}

// trail dumps what the checks ask without keeping ways apart.
func (d *dumper) trail(g *registered.Group, in interp.Input) {
	var t *interp.Trail
	switch m := d.p.Machine; in {
	case interp.AddObject:
		t = m.RunOne(g.Add)
	case interp.RemoveObject:
		t = m.RunOne(g.Delete)
	case interp.UpdateDiffer:
		t = m.RunUpdate(g.Update, false)
	case interp.UpdateEqual:
		t = m.RunUpdate(g.Update, true)
	case interp.DeleteObject:
		t = m.RunObject(g.Delete)
	case interp.DeleteTombstone:
		t = m.RunTombstone(g.Delete)
	case interp.FilterObject:
		t = m.RunObject(g.Filter)
	case interp.FilterTombstone:
		t = m.RunTombstone(g.Filter)
	}
	d.WriteString("\ttrail\n")
	if t.GaveUp {
		d.WriteString("\t\tgives up\n")
	}
	var effects []*interp.Effect
	for _, e := range t.Effects {
		effects = append(effects, e)
	}
	slices.SortFunc(effects, func(a, b *interp.Effect) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), strings.Compare(a.Key, b.Key), cmp.Compare(a.UID, b.UID))
	})
	for _, e := range effects {
		fmt.Fprintf(d, "\t\tdoes %s%s%s %s\n", e.Key, details(e.From, 0, e.UID, map[string]bool{"queue": e.Queue, "frees": e.Frees, "named": e.Named, "fresh": e.Fresh}), flags(e.Flags), d.line(e.Pos))
	}
	for _, m := range t.Misses {
		after := ""
		if m.After {
			after = " after the tombstone is recognised"
		}
		kind := [...]string{"assertion fails", "assertion to a pointer fails", "key function fails", "assertion panics", "nil is used", "panics or exits", "tombstone recognised"}[m.Kind]
		fmt.Fprintf(d, "\t\t%s%s in %s %s\n", kind, after, m.Frame.Fn.Name(), d.line(m.Instr.Pos()))
	}
	for _, f := range t.Forwards {
		fmt.Fprintf(d, "\t\tforwards %s to %s%s\n", f.Role, cmp.Or(f.Method, "a function"), flags(f.Flags))
	}
	places := func(name string, n int, pos func(i int) token.Pos) {
		for i := range n {
			fmt.Fprintf(d, "\t\t%s %s\n", name, d.line(pos(i)))
		}
	}
	places("generations compared", len(t.Generations), func(i int) token.Pos { return t.Generations[i].Pos() })
	places("UIDs compared", len(t.UIDs), func(i int) token.Pos { return t.UIDs[i] })
	places("contents compared", len(t.Equal), func(i int) token.Pos { return t.Equal[i].Pos() })
	places("the new object decides", len(t.Early), func(i int) token.Pos { return t.Early[i].Cond.Pos() })
	var ends []string
	for i := range t.Ends {
		e := &t.Ends[i]
		text := "\t\tends" + flags(e.Flags) + [...]string{"", " true", " false"}[e.Truth()]
		if compared, differ := e.Generations(); compared {
			text += fmt.Sprintf(" with generations differ=%t", differ)
		}
		ends = append(ends, text+"\n")
	}
	slices.Sort(ends)
	d.WriteString(strings.Join(ends, ""))
}

func flags(f interp.Flags) string {
	out := ""
	for _, x := range []struct {
		flag interp.Flags
		name string
	}{
		{interp.SawUID, "saw the UID"}, {interp.GenEqual, "generations equal"}, {interp.SpecEqual, "contents equal"}, {interp.Acted, "acted"}, {interp.ActedOld, "acted on old"},
		{interp.OnNew, "on new"}, {interp.OnOld, "on old"}, {interp.Odd, "odd"},
	} {
		if f&x.flag != 0 {
			out += ", " + x.name
		}
	}
	if out == "" {
		return ""
	}
	return " [" + out[2:] + "]"
}

// TestEveryInput holds the dump to all inputs there are.
func TestEveryInput(t *testing.T) {
	stubs := stubtest.Load(t)
	files, _ := filepath.Glob("testdata/*.go")
	all := ""
	for _, f := range files {
		all += dump(t, stubs, f)
	}
	for _, in := range inputs {
		if !strings.Contains(all, "\n"+in.name+"\n\tway") {
			t.Errorf("no program has a way for %s", in.name)
		}
	}
	cache, err := stubs.Import("k8s.io/client-go/tools/cache")
	if err != nil {
		t.Fatal(err)
	}
	if clientgo.TombstoneType(cache) == nil {
		t.Error("the stub of client-go has no tombstone")
	}
}
