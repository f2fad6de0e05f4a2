// Package account tells what a line of the user's code does to informers: to
// which of them, in which order to what else is done to them, and which step was
// not followed, and why. It is what "informerlint why" says of lines that nothing
// is wrong with, and of those that nothing can be said about.
//
// It composes the programs of a package once more, when it is asked; nothing of
// it is paid for otherwise. It has no opinions: what is right is judge's business.
package account

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/life"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// maxTold is how much is said of one line.
const maxTold = 8

// A line is what is asked about.
type line struct {
	set  *program.Set
	of   map[*ir.Instr]*ir.Fn // the instructions on it
	told []string
}

// Of says what the programs of a package do on a line.
func Of(set *program.Set, file string, number int) []string {
	l := &line{set: set, of: make(map[*ir.Instr]*ir.Fn)}
	fset := set.Pass().Fset
	on := func(pos token.Pos) bool {
		p := fset.Position(pos)
		return p.Line == number && p.Filename == file
	}
	for _, key := range sortedKeys(set.Fns()) {
		fn := set.Fns()[key]
		for ins := range fn.Instrs() {
			if ins.Pos.IsValid() && on(ins.Pos) {
				l.of[ins] = fn
			}
		}
	}
	if len(l.of) > 0 {
		l.follow()
	}
	if len(l.told) == 0 {
		l.bySyntax(on)
	}
	if n := len(l.told); n > maxTold {
		l.told = append(l.told[:maxTold], fmt.Sprintf("and %d more that differ in where the factory or informer comes from", n-maxTold))
	}
	return l.told
}

func (l *line) tell(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(l.told, text) {
		l.told = append(l.told, text)
	}
}

// follow tells what the line does in the programs that it is part of. Where it
// is part of none, its own function is followed as if somebody called it.
func (l *line) follow() {
	by := compose.New(l.set)
	for _, root := range by.Roots() {
		if !l.partOf(root) {
			continue
		}
		g, err := by.Compose(root)
		if err != nil {
			if !root.ServesTests() || l.tests() {
				l.tell("not judged: %s, so its order there is not known", tooLarge(err, root))
			}
			continue
		}
		l.in(view{Graph: life.Of(g), set: l.set})
	}
	if l.says() {
		return
	}
	for _, fn := range l.functions() {
		if g, err := by.Compose(fn); err == nil {
			l.in(view{Graph: life.Of(g), set: l.set, alone: true})
		}
	}
	if !l.says() {
		l.plain()
	}
}

// tooLarge says which limit a program is over.
func tooLarge(err error, root *ir.Fn) string {
	return strings.Replace(err.Error(), root.Key, short(root.Key)+" with all that it calls", 1)
}

// says: something was said of what the line does, not only that it was too large.
func (l *line) says() bool {
	return slices.ContainsFunc(l.told, func(s string) bool { return !strings.HasPrefix(s, "not judged") })
}

func (l *line) tests() bool {
	for _, fn := range l.of {
		if fn.ServesTests() {
			return true
		}
	}
	return false
}

// functions are the declared functions that the line is in.
func (l *line) functions() (out []*ir.Fn) {
	var keys []string
	for _, fn := range l.of {
		if key := ir.Outer(fn.Key); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		if fn := l.set.Lookup(key); fn != nil {
			out = append(out, fn)
		}
	}
	return out
}

// partOf: the root may lead to the line. Calls through interfaces and values may
// lead anywhere in the package: a function that is mentioned nowhere is reached
// by those.
func (l *line) partOf(root *ir.Fn) bool {
	var wanted []string
	for _, fn := range l.of {
		wanted = append(wanted, ir.Outer(fn.Key))
	}
	seen := map[string]bool{ir.Outer(root.Key): true}
	for work := []string{root.Key}; len(work) > 0; work = work[1:] {
		if slices.Contains(wanted, ir.Outer(work[0])) {
			return true
		}
		fn := l.set.Lookup(work[0])
		if fn == nil {
			continue
		}
		for ins := range fn.Instrs() {
			for _, m := range l.leadsTo(ins) {
				if !seen[m] {
					seen[m] = true
					work = append(work, m)
				}
			}
		}
	}
	return false
}

// leadsTo are the functions that an instruction may lead to: a type leads to its
// methods.
func (l *line) leadsTo(ins *ir.Instr) []string {
	out := ins.Mentions()
	if ins.Op == ir.OpAlloc && ins.Name != "" {
		if info := l.set.TypeInfo(ins.Name); info != nil {
			out = append(slices.Clone(out), info.Methods...)
			for _, t := range info.Touchers {
				out = append(out, t.Fn)
			}
		}
		for key := range l.set.Fns() {
			if strings.HasPrefix(key, ins.Name+".") {
				out = append(out, key)
			}
		}
	}
	return out
}

func sortedKeys(m map[string]*ir.Fn) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// short is a function's or type's key without the directories of its package.
func short(key string) string { return key[strings.LastIndexByte(key, '/')+1:] }
