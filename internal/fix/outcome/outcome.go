// Package outcome compares what the functions of a package do with an edit and
// did without it, where a story says nothing: when a wait is stopped, when a call
// fails, and in what way calls are made.
//
// A story is what happens as long as nothing is stopped and nothing fails. Here
// each wait and each call whose error is looked at is taken for itself, in the
// function that makes it, and what comes after is followed twice: as if it had
// succeeded, and as if it had not. After a failure the function has to leave, and
// after a success it has to go on.
//
// Programs break these rules for reasons of their own. So nothing is judged but
// the difference: an edit must not add to what is wrong in the files that it
// changes.
package outcome

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssabuild"
)

// Worse says what an edited package does wrong that the original did not; "" if
// nothing. calls says that what was begun with go may be called now.
func Worse(before, after *analysis.Pass, calls bool) string {
	w := &whole{pass: before, more: make(map[string]*ssa.Function)}
	for i, file := range after.Files {
		was := before.Files[i]
		if file.FileStart == was.FileStart {
			continue // it was not edited
		}
		a, b := lookAt(before, was, w), lookAt(after, file, w)
		w.compare(a, b)
		for _, kind := range kinds {
			if b.faults[kind] > a.faults[kind] {
				return "with it, " + string(kind)
			}
		}
		if b.stores >= a.stores && b.guarded < a.guarded {
			return "with it, something is written without the lock that guards it"
		}
		if why := begun(a, b, calls); why != "" {
			return why
		}
		if b.gone == a.gone && b.pairs < a.pairs {
			return "with it, something is waited for before the goroutine that does it has begun"
		}
		if w.racy(b) {
			return "with it, a field is filled in a goroutine beside those who read it"
		}
		if b.told < a.told {
			return "with it, a function may return without telling those who wait for it"
		}
		if b.gone == a.gone && b.unbegun > a.unbegun {
			return "with it, a goroutine that others wait for is not begun on some ways"
		}
		if why := onSomeWays(a, b); why != "" {
			return why
		}
		if otherwise(a, b) {
			return "with it, something is given another stop or value than it was"
		}
		for what, n := range b.left {
			if n > a.left[what] && b.stays[what] < a.stays[what] {
				return "with it, a block is left at its end that went on to what comes after it"
			}
		}
	}
	return w.callers()
}

// GoOn counts the waits of the files that an edit changes after which it makes
// no difference whether they were stopped: before and with it.
func GoOn(before, after *analysis.Pass) (was, is int) {
	for i, file := range after.Files {
		if old := before.Files[i]; file.FileStart != old.FileStart {
			w := &whole{pass: before}
			was += lookAt(before, old, w).indifferent
			is += lookAt(after, file, w).indifferent
		}
	}
	return was, is
}

// A fault is something that a function should not do.
type fault string

const (
	goesOn  fault = "a function goes on after a wait that was stopped, or a call that has failed"
	givesUp fault = "a function does not go on after a wait or a call that has succeeded"
	beside  fault = "nothing waits for a wait: it is made in a goroutine, or when the function returns"
	locked  fault = "it waits with a lock held, which may be what is waited for"
	keeps   fault = "a function returns with a lock held, which nobody gives back"
	again   fault = "it takes a lock that it holds already"
	frees   fault = "it gives back a lock that it does not hold"
	cancels fault = "a goroutine cancels before the informer has run in it"
	// What the edit is for may not depend on something else.
	conditional fault = "something is done under a condition that nothing before it decides"

	idle     fault = "something is asked, and nothing is done about the answer"
	asksNil  fault = "something is asked of nil"
	unproved fault = "a result is used before its error is looked at"
	loops    fault = "something is done in a loop that was not"
	failed   fault = "a result is used after its call has failed"
	hides    fault = "a new error hides the one that what comes after it looks at"
	tooLarge fault = "a function has too many ways to be followed"
)

var kinds = []fault{unproved, goesOn, givesUp, beside, locked, keeps, again, frees, cancels, idle, asksNil, conditional, loops, failed, hides, tooLarge}

// A look is what is seen in one file.
type look struct {
	faults      map[fault]int
	indifferent int
	begun       map[string]int // go and defer statements
	called      map[string]int // and other calls
	runs        map[string]bool
	functions   []*function
	gone, pairs int            // see before
	told        int            // see owed
	unbegun     int            // and here
	stores      int            // to what others see
	guarded     int            // of these, with a lock held
	always      map[string]int // calls by their names: those made in any case
	ever        map[string]int // and all of them
	given       map[string]int // what calls get that ends them, and goroutines begin with
	left, stays map[string]int // statements of blocks that end with a jump, and of others
}

func lookAt(pass *analysis.Pass, file *ast.File, w *whole) *look {
	l := &look{faults: make(map[fault]int), given: make(map[string]int)}
	l.syntax(pass, file)
	l.guards(pass, file)
	for _, fn := range functions(pass, file) {
		f := newFunction(fn, w.elsewhere)
		f.look(l)
		l.functions = append(l.functions, f)
	}
	return l
}

// functions are those of one file, as SSA.
func functions(pass *analysis.Pass, file *ast.File) (out []*ssa.Function) {
	part := *pass
	part.Files = nil
	for _, other := range pass.Files {
		if other != file {
			other = declarations(other)
		}
		part.Files = append(part.Files, other)
	}
	in := pass.Fset.File(file.FileStart)
	for _, fn := range ssabuild.Of(&part).Functions() {
		if len(fn.Blocks) > 0 && fn.Pos().IsValid() && pass.Fset.File(fn.Pos()) == in {
			out = append(out, fn)
		}
	}
	return out
}

// declarations copies a file without the bodies of its functions.
func declarations(file *ast.File) *ast.File {
	bare := *file
	bare.Decls = slices.Clone(file.Decls)
	for i, d := range bare.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Type.TypeParams == nil && fn.Name.Name != "init" {
			without := *fn
			without.Body = nil
			bare.Decls[i] = &without
		}
	}
	return &bare
}

// SameCalls reports whether the files that an edit changes make the same calls
// in the same order of their text, but for errors that the edit makes.
func SameCalls(before, after *analysis.Pass) bool {
	for i, file := range after.Files {
		if old := before.Files[i]; file.FileStart != old.FileStart && !slices.Equal(callsIn(old), callsIn(file)) {
			return false
		}
	}
	return true
}
