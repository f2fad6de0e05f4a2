package gates

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Counts says how many of each kind of gate were inserted, by kind.
type Counts map[string]int

// Total is their sum, without what is only counted and has no gate.
func (c Counts) Total() (n int) {
	for kind, k := range c {
		if kind != atomics && kind != mapRanges && kind != mapKeys {
			n += k
		}
	}
	return n
}

// The kinds. All but the last two are gates.
const (
	locks      = "lock"
	sends      = "send"
	receives   = "receive"
	closes     = "close"
	lengths    = "length"
	ranges     = "range over a channel"
	selects    = "select"
	conditions = "condition"
	waits      = "wait"
	starts     = "goroutine start"
	onces      = "once"
	mapRanges  = "range over a map: put in order, no gate"
	mapKeys    = "pointer as a key of a map: numbered, no gate"
	atomics    = "atomic operation: left alone, no gate"
)

// gateName is the name under which instrumented files import package gate.
const gateName = "gate__"

// An edit replaces a part of a file. Insertions have start == end.
type edit struct {
	start, end int
	text       string
}

// instrumenter works on one file.
type instrumenter struct {
	pkg    *packages.Package
	file   *ast.File
	tok    *token.File
	src    []byte
	name   string // for sites
	edits  []edit
	counts Counts
	errs   []error
	vars   int
	known  map[ast.Node]bool // identifiers of concurrency that were dealt with
	parent map[ast.Node]ast.Node
	copied [][2]int // parts of the source that are written elsewhere as well
}

// Instrument returns the source of a file with gates, which it imports from the
// given path, and how many there are. Whatever it does not know how to treat is
// an error: a lock that is passed around as a value, a goroutine that is started
// by a function it has not heard of.
//
// The package must have been loaded with syntax and types, and file be one of
// its files.
func Instrument(pkg *packages.Package, file *ast.File, src []byte, gatePath string) ([]byte, Counts, error) {
	tok := pkg.Fset.File(file.Pos())
	in := &instrumenter{
		pkg: pkg, file: file, tok: tok, src: src,
		name:   pkg.Name + "/" + filepath.Base(tok.Name()),
		counts: make(Counts),
		known:  make(map[ast.Node]bool),
		parent: make(map[ast.Node]ast.Node),
	}
	in.walk()
	if len(in.errs) > 0 {
		return nil, nil, errors.Join(in.errs...)
	}
	if len(in.edits) == 0 {
		return src, in.counts, nil
	}
	// On the line of the package clause, so that no line moves.
	in.edits = append(in.edits, edit{in.offset(file.Name.End()), in.offset(file.Name.End()),
		fmt.Sprintf("; import %s %q", gateName, gatePath)})
	out, err := in.apply()
	return out, in.counts, err
}

func (in *instrumenter) offset(p token.Pos) int { return in.tok.Offset(p) }

func (in *instrumenter) text(n ast.Node) string {
	return string(in.src[in.offset(n.Pos()):in.offset(n.End())])
}

func (in *instrumenter) errorf(n ast.Node, format string, args ...any) {
	p := in.tok.Position(n.Pos())
	in.errs = append(in.errs, fmt.Errorf("%s:%d:%d: %s", in.name, p.Line, p.Column, fmt.Sprintf(format, args...)))
}

// site is the name of a gate, as a string literal.
func (in *instrumenter) site(n ast.Node, what string) string {
	return fmt.Sprintf("%q", fmt.Sprintf("%s:%d %s", in.name, in.tok.Line(n.Pos()), what))
}

func (in *instrumenter) insert(at token.Pos, text string) {
	in.edits = append(in.edits, edit{in.offset(at), in.offset(at), text})
}

func (in *instrumenter) replace(from, to token.Pos, text string) {
	in.edits = append(in.edits, edit{in.offset(from), in.offset(to), text})
}

// copies returns the text of an expression that will be written somewhere else.
// Nothing may have to be changed in it.
func (in *instrumenter) copies(n ast.Node) string {
	in.copied = append(in.copied, [2]int{in.offset(n.Pos()), in.offset(n.End())})
	return in.text(n)
}

func (in *instrumenter) variable(stem string) string {
	in.vars++
	return fmt.Sprintf("%s%s%d", gateName, stem, in.vars)
}

func (in *instrumenter) apply() ([]byte, error) {
	// Of two edits at one place the one that was made first comes first: outer
	// constructs are met before inner ones.
	slices.SortStableFunc(in.edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end))
	})
	var out []byte
	at := 0
	for _, e := range in.edits {
		for _, c := range in.copied {
			if e.start >= c[0] && e.start < c[1] {
				return nil, fmt.Errorf("%s:%d: a gate inside an expression that has to be moved", in.name, in.tok.Line(in.tok.Pos(e.start)))
			}
		}
		if e.start < at {
			return nil, fmt.Errorf("%s: two changes to offset %d", in.name, e.start)
		}
		out = append(append(out, in.src[at:e.start]...), e.text...)
		at = e.end
	}
	return append(out, in.src[at:]...), nil
}

func (in *instrumenter) walk() {
	var stack []ast.Node
	ast.Inspect(in.file, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		if len(stack) > 0 {
			in.parent[n] = stack[len(stack)-1]
		}
		stack = append(stack, n)
		return true
	})
	ast.Inspect(in.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			in.goStmt(n)
		case *ast.SendStmt:
			in.send(n)
		case *ast.UnaryExpr:
			if n.Op == token.ARROW && !in.known[n] {
				in.receive(n)
			}
		case *ast.SelectStmt:
			in.selectStmt(n)
		case *ast.RangeStmt:
			in.rangeStmt(n)
		case *ast.AssignStmt:
			in.mapKey(n)
		case *ast.CallExpr:
			in.call(n)
		}
		return true
	})
	ast.Inspect(in.file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !in.known[id] {
			in.unknown(id)
		}
		return true
	})
	in.packageChannels()
}

func (in *instrumenter) goStmt(g *ast.GoStmt) {
	fun := g.Call.Fun
	if id, ok := ast.Unparen(fun).(*ast.Ident); ok {
		if _, ok := in.pkg.TypesInfo.Uses[id].(*types.Builtin); ok {
			in.errorf(g, "a builtin function in a goroutine")
			return
		}
	}
	in.counts[starts]++
	in.insert(fun.Pos(), gateName+".Child("+in.site(g, "go "+short(in.text(fun)))+", ")
	in.insert(fun.End(), ")")
}

// short is what of an expression is said in the name of a site.
func short(s string) string {
	if strings.HasPrefix(s, "func") {
		return "func"
	}
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s = s[:i]
	}
	return s
}

func (in *instrumenter) send(s *ast.SendStmt) {
	if c, ok := in.parent[s].(*ast.CommClause); ok && c.Comm == s {
		return // part of a select
	}
	in.counts[sends]++
	in.insert(s.Chan.Pos(), gateName+".Send("+in.site(s, short(in.text(s.Chan))+" <-")+", ")
	in.replace(s.Arrow, s.Arrow+2, ",")
	in.insert(s.Value.End(), ")")
}

func (in *instrumenter) receive(u *ast.UnaryExpr) {
	in.counts[receives]++
	name := ".Recv("
	if in.twoResults(u) {
		name = ".Recv2("
	}
	in.replace(u.OpPos, u.OpPos+2, gateName+name+in.site(u, "<-"+short(in.text(u.X)))+", ")
	in.insert(u.X.End(), ")")
}

// twoResults reports whether a receive is asked for both of its results.
func (in *instrumenter) twoResults(u *ast.UnaryExpr) bool {
	_, ok := in.pkg.TypesInfo.TypeOf(u).(*types.Tuple)
	return ok
}

func (in *instrumenter) selectStmt(s *ast.SelectStmt) {
	in.counts[selects]++
	if len(s.Body.List) == 0 {
		in.errorf(s, "a select without cases")
		return
	}
	var before strings.Builder
	before.WriteString("{ ")
	var names []string
	orElse := false
	for _, c := range s.Body.List {
		clause := c.(*ast.CommClause)
		head := func(text string) { in.replace(clause.Case, clause.Colon+1, text) }
		if clause.Comm == nil {
			orElse = true
			continue
		}
		name := in.variable("case")
		index := len(names)
		names = append(names, name)
		receive := func(e ast.Expr) *ast.UnaryExpr {
			u, ok := ast.Unparen(e).(*ast.UnaryExpr)
			if !ok || u.Op != token.ARROW {
				in.errorf(e, "a case that is neither a send nor a receive")
				return nil
			}
			in.known[u] = true
			fmt.Fprintf(&before, "%s := %s.From(%s); ", name, gateName, in.copies(u.X))
			return u
		}
		switch comm := clause.Comm.(type) {
		case *ast.SendStmt:
			fmt.Fprintf(&before, "%s := %s.To(%s, %s); ", name, gateName, in.copies(comm.Chan), in.copies(comm.Value))
			head(fmt.Sprintf("case %d:", index))
		case *ast.ExprStmt:
			if receive(comm.X) != nil {
				head(fmt.Sprintf("case %d:", index))
			}
		case *ast.AssignStmt:
			if receive(comm.Rhs[0]) == nil {
				return
			}
			var left []string
			for _, l := range comm.Lhs {
				left = append(left, in.copies(l))
			}
			right := []string{name + ".Value", name + ".OK"}[:len(left)]
			// The channel and the values to send are evaluated first, but what is
			// on the left only in the case that is chosen.
			head(fmt.Sprintf("case %d: %s %s %s;", index, strings.Join(left, ", "), comm.Tok, strings.Join(right, ", ")))
		}
	}
	call := fmt.Sprintf("switch %s.Select(%s, %t", gateName, in.site(s, "select"), orElse)
	for _, name := range names {
		call += ", " + name
	}
	// A label has to be on the switch, for its breaks.
	at := s.Pos()
	if l, ok := in.parent[s].(*ast.LabeledStmt); ok {
		at = l.Pos()
		in.noGoto(l)
	}
	in.insert(at, before.String())
	in.replace(s.Select, s.Select+token.Pos(len("select")), call+")")
	end := "}"
	if !orElse {
		// Go sees that a select without a default case does not fall through.
		in.insert(s.Body.Rbrace, fmt.Sprintf("default: panic(%q); ", "unreachable"))
	}
	in.insert(s.End(), end)
}

// noGoto makes sure that a label is not where a goto leads.
func (in *instrumenter) noGoto(l *ast.LabeledStmt) {
	ast.Inspect(in.file, func(n ast.Node) bool {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.GOTO && b.Label != nil && b.Label.Name == l.Label.Name {
			in.errorf(b, "a goto to a statement that has to be moved")
		}
		return true
	})
}

func (in *instrumenter) rangeStmt(r *ast.RangeStmt) {
	t := in.pkg.TypesInfo.TypeOf(r.X)
	if t == nil {
		in.errorf(r, "a range without a type")
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Chan:
		in.rangeChannel(r)
	case *types.Map:
		in.rangeMap(r)
	case *types.Basic, *types.Slice, *types.Array, *types.Pointer, *types.Signature:
	case *types.Interface: // a type parameter
		in.errorf(r, "a range over a type parameter (%v)", u)
	default:
		in.errorf(r, "a range over %v", t)
	}
}

func (in *instrumenter) rangeChannel(r *ast.RangeStmt) {
	in.counts[ranges]++
	if r.Tok == token.ASSIGN {
		in.errorf(r, "a range over a channel into a variable from before")
		return
	}
	v := "_"
	if r.Key != nil {
		v = in.text(r.Key)
	}
	ch, ok := in.variable("chan"), in.variable("ok")
	site := in.site(r, "range "+short(in.text(r.X)))
	in.replace(r.For, r.X.Pos(), fmt.Sprintf("for %s, %s, %s := %s.Range(%s, ", ch, v, ok, gateName, site))
	in.insert(r.X.End(), fmt.Sprintf("); %s; %s, %s = %s.Recv2(%s, %s)", ok, v, ok, gateName, site, ch))
}

// mapKey numbers a pointer when it becomes a key of a map, for rangeMap: those that
// a loop would be the first to see, such as the listeners of an informer with two
// handlers, had no order.
func (in *instrumenter) mapKey(a *ast.AssignStmt) {
	for _, l := range a.Lhs {
		ix, ok := ast.Unparen(l).(*ast.IndexExpr)
		if !ok {
			continue
		}
		t := in.pkg.TypesInfo.TypeOf(ix.X)
		if t == nil {
			continue
		}
		m, ok := t.Underlying().(*types.Map)
		if !ok {
			continue
		}
		if _, ok := m.Key().Underlying().(*types.Pointer); !ok {
			continue
		}
		in.counts[mapKeys]++
		switch in.parent[a].(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		default:
			in.errorf(a, "a pointer becomes a key of a map, and not in a statement of its own")
			return
		}
		if _, ok := ast.Unparen(ix.Index).(*ast.Ident); !ok {
			in.errorf(a, "a pointer that is not a variable becomes a key of a map")
			return
		}
		in.insert(a.Pos(), fmt.Sprintf("%s.Key(%s); ", gateName, in.copies(ix.Index)))
	}
}

// rangeMap gives a loop over a map a fixed order.
func (in *instrumenter) rangeMap(r *ast.RangeStmt) {
	in.counts[mapRanges]++
	if r.Key == nil {
		in.counts[mapRanges]--
		return // so many times, whatever the order
	}
	if r.Tok == token.ASSIGN {
		in.errorf(r, "a range over a map into variables from before")
		return
	}
	m, key := in.variable("map"), in.text(r.Key)
	if key == "_" {
		key = in.variable("key")
	}
	at := r.Pos()
	if l, ok := in.parent[r].(*ast.LabeledStmt); ok {
		at = l.Pos()
		in.noGoto(l)
	}
	value, ok := "_", in.variable("ok")
	if r.Value != nil {
		value = in.text(r.Value)
	}
	// Before Go 1.22 all rounds of a loop have one variable, after this change
	// each has one of its own: the same, unless a closure keeps it.
	if value != "_" && in.old() {
		obj := in.pkg.TypesInfo.Defs[r.Value.(*ast.Ident)]
		ast.Inspect(r.Body, func(n ast.Node) bool {
			if f, ok := n.(*ast.FuncLit); ok {
				ast.Inspect(f, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok && obj != nil && in.pkg.TypesInfo.Uses[id] == obj {
						in.errorf(id, "a closure keeps the value of a range over a map, in Go before 1.22")
					}
					return true
				})
			}
			return true
		})
	}
	in.insert(at, fmt.Sprintf("{ %s := %s; ", m, in.copies(r.X)))
	in.replace(r.For, r.X.End(), fmt.Sprintf("for _, %s := range %s.Keys(%s) ", key, gateName, m))
	in.insert(r.Body.Lbrace+1, fmt.Sprintf(" %s, %s := %s[%s]; if !%s { continue }; ", value, ok, m, key, ok))
	in.insert(r.End(), "}")
}

// old reports whether the file's language version is before 1.22.
func (in *instrumenter) old() bool {
	v := in.pkg.TypesInfo.FileVersions[in.file]
	if v == "" && in.pkg.Module != nil {
		v = "go" + in.pkg.Module.GoVersion
	}
	var major, minor int
	if n, _ := fmt.Sscanf(v, "go%d.%d", &major, &minor); n != 2 {
		return true
	}
	return minor < 22
}

// What is done with the calls of a function.
type treatment int

const (
	nothing  treatment = iota
	atomic             // counted
	lock               // of a mutex; which, its receiver says
	rlock              // of a sync.RWMutex
	locker             // of a sync.Locker; which, only the execution knows
	condWait           // of a sync.Cond
	condWake           // Signal, Broadcast
	wait               // blocks, without results
	waitErr            // blocks, with an error
	do                 // of a sync.Once
	sleep
	spawns // the last argument becomes the body of a goroutine
)

// functions are those of which the calls matter, by their full names. Whatever
// else package sync has, or starts goroutines, is in refused.
var functions = map[string]treatment{
	"(*sync.Mutex).Lock":      lock,
	"(*sync.Mutex).Unlock":    nothing,
	"(*sync.RWMutex).Lock":    lock,
	"(*sync.RWMutex).Unlock":  nothing,
	"(*sync.RWMutex).RLock":   rlock,
	"(*sync.RWMutex).RUnlock": nothing,
	"(*sync.RWMutex).RLocker": nothing, // for a condition, which takes it apart
	"(sync.Locker).Lock":      locker,
	"(sync.Locker).Unlock":    nothing,
	"(*sync.Cond).Wait":       condWait,
	"(*sync.Cond).Signal":     condWake,
	"(*sync.Cond).Broadcast":  condWake,
	"sync.NewCond":            nothing,
	"(*sync.WaitGroup).Add":   nothing,
	"(*sync.WaitGroup).Done":  nothing,
	"(*sync.WaitGroup).Wait":  wait,
	"(*sync.WaitGroup).Go":    spawns,
	"(*sync.Once).Do":         do,
	"time.Sleep":              sleep,
	"time.AfterFunc":          spawns,
	"context.AfterFunc":       spawns,

	"(*golang.org/x/sync/errgroup.Group).Go":                      spawns,
	"(*golang.org/x/sync/errgroup.Group).TryGo":                   spawns,
	"(*golang.org/x/sync/errgroup.Group).Wait":                    waitErr,
	"golang.org/x/sync/errgroup.WithContext":                      nothing,
	"(*k8s.io/apimachinery/pkg/util/wait.Group).Start":            spawns,
	"(*k8s.io/apimachinery/pkg/util/wait.Group).StartWithChannel": spawns,
	"(*k8s.io/apimachinery/pkg/util/wait.Group).StartWithContext": spawns,
	"(*k8s.io/apimachinery/pkg/util/wait.Group).Wait":             wait,
}

// lookup says what is done with a function that is used.
func lookup(f *types.Func) (treatment, bool) {
	f = f.Origin()
	name := f.FullName()
	if t, ok := functions[name]; ok {
		return t, true
	}
	if f.Pkg() == nil {
		return nothing, true
	}
	switch path := f.Pkg().Path(); path {
	case "sync/atomic":
		return atomic, true
	case "sync":
		// Maps and pools do not wait for one another longer than they run.
		recv := f.Signature().Recv()
		if recv != nil && (strings.Contains(recv.Type().String(), "sync.Map") || strings.Contains(recv.Type().String(), "sync.Pool")) {
			return nothing, true
		}
		return nothing, false
	case "golang.org/x/sync/errgroup", "golang.org/x/sync/semaphore", "golang.org/x/sync/singleflight", "iter", "os/signal":
		return nothing, false
	case "runtime":
		return nothing, f.Name() != "LockOSThread" && f.Name() != "Goexit" && f.Name() != "SetFinalizer" && f.Name() != "AddCleanup"
	}
	return nothing, true
}

// callee returns the identifier that a call names its function by.
func callee(call *ast.CallExpr) *ast.Ident {
	fun := ast.Unparen(call.Fun)
	if i, ok := fun.(*ast.IndexExpr); ok {
		fun = i.X
	}
	switch fun := fun.(type) {
	case *ast.Ident:
		return fun
	case *ast.SelectorExpr:
		return fun.Sel
	}
	return nil
}

func (in *instrumenter) call(call *ast.CallExpr) {
	id := callee(call)
	if id == nil {
		return
	}
	if b, ok := in.pkg.TypesInfo.Uses[id].(*types.Builtin); ok {
		in.builtin(call, b.Name())
		return
	}
	f, ok := in.pkg.TypesInfo.Uses[id].(*types.Func)
	if !ok {
		return
	}
	t, ok := lookup(f)
	if !ok {
		return // unknown says so
	}
	sel, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if sel != nil {
		if s := in.pkg.TypesInfo.Selections[sel]; s != nil && s.Kind() != types.MethodVal {
			return // unknown says so, if it matters
		}
	}
	in.known[id] = true
	in.treat(t, f, sel, call)
}

func (in *instrumenter) builtin(call *ast.CallExpr, name string) {
	switch name {
	case "close":
		in.counts[closes]++
		in.replace(call.Pos(), call.Args[0].Pos(), gateName+".Close("+in.site(call, "close "+short(in.text(call.Args[0])))+", ")
	case "len":
		if _, ok := in.pkg.TypesInfo.TypeOf(call.Args[0]).Underlying().(*types.Chan); ok {
			in.counts[lengths]++
			in.replace(call.Pos(), call.Args[0].Pos(), gateName+".Len("+in.site(call, "len "+short(in.text(call.Args[0])))+", ")
		}
	}
}

// treat rewrites a call of a function that has a treatment; sel is nil for one
// that is called by its name alone.
func (in *instrumenter) treat(t treatment, f *types.Func, sel *ast.SelectorExpr, call *ast.CallExpr) {
	method := func(kind, name string) {
		in.counts[kind]++
		address, path := in.address(sel)
		in.insert(call.Pos(), gateName+"."+name+"("+in.site(call, f.Name()+" "+short(in.text(sel.X)))+", "+address)
		in.replace(sel.X.End(), call.End(), path+")")
	}
	switch t {
	case atomic:
		in.counts[atomics]++
	case lock:
		if strings.Contains(f.FullName(), "RWMutex") {
			method(locks, "WLock")
		} else {
			method(locks, "Lock")
		}
	case rlock:
		method(locks, "RLock")
	case locker:
		in.counts[locks]++
		in.insert(call.Pos(), gateName+".Locker("+in.site(call, f.Name()+" "+short(in.text(sel.X)))+", ")
		in.replace(sel.X.End(), call.End(), ")")
	case condWait:
		method(conditions, "CondWait")
	case condWake:
		in.counts[conditions]++
		address, path := in.address(sel)
		in.insert(call.Pos(), gateName+".Cond"+f.Name()+"("+address)
		in.replace(sel.X.End(), call.End(), path+")")
	case wait, waitErr:
		in.counts[waits]++
		name := map[treatment]string{wait: ".Wait(", waitErr: ".WaitErr("}[t]
		in.insert(call.Pos(), gateName+name+in.site(call, short(in.text(call.Fun)))+", ")
		in.replace(call.Fun.End(), call.End(), ")")
		in.atPackageLevel(sel)
	case sleep:
		in.counts[waits]++
		in.replace(call.Pos(), call.Args[0].Pos(), gateName+".Sleep("+in.site(call, "sleep")+", ")
	case do:
		in.counts[onces]++
		address, path := in.address(sel)
		in.insert(call.Pos(), gateName+".Do("+in.site(call, "Do "+short(in.text(sel.X)))+", "+address)
		in.replace(sel.X.End(), call.Args[0].Pos(), path+", ")
	case spawns:
		in.counts[starts]++
		last := call.Args[len(call.Args)-1]
		in.insert(last.Pos(), gateName+".Child("+in.site(call, short(in.text(call.Fun))+" "+short(in.text(last)))+", ")
		in.insert(last.End(), ")")
	}
}

// address returns what to write before and after the operand of a method to get
// a pointer to the value of package sync that the method is one of.
func (in *instrumenter) address(sel *ast.SelectorExpr) (before, after string) {
	s := in.pkg.TypesInfo.Selections[sel]
	t := s.Recv()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	} else {
		before = "&"
	}
	index := s.Index()
	for _, i := range index[:len(index)-1] {
		field := t.Underlying().(*types.Struct).Field(i)
		after += "." + field.Name()
		t = field.Type()
		before = "&"
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t, before = p.Elem(), ""
		}
	}
	return before, after
}

// atPackageLevel refuses to wait for a WaitGroup that outlives a bubble.
func (in *instrumenter) atPackageLevel(sel *ast.SelectorExpr) {
	if id, ok := ast.Unparen(sel.X).(*ast.Ident); ok {
		if v, ok := in.pkg.TypesInfo.Uses[id].(*types.Var); ok && v.Parent() == in.pkg.Types.Scope() {
			in.errorf(sel, "a wait for the package variable %s", id.Name)
		}
	}
}

// unknown refuses what is used and neither treated nor harmless.
func (in *instrumenter) unknown(id *ast.Ident) {
	f, ok := in.pkg.TypesInfo.Uses[id].(*types.Func)
	if !ok {
		return
	}
	t, ok := lookup(f)
	switch {
	case !ok:
		in.errorf(id, "%s, which no gate is known for", f.FullName())
	case t != nothing && t != atomic:
		in.errorf(id, "%s as a value", f.FullName())
	}
}

// neverSent are the channels that are made when a package is initialized, and
// that nothing is sent to.
var neverSent = map[string]bool{
	"k8s.io/client-go/tools/cache.neverExitWatch": true, // tools/cache/reflector.go
}

// packageChannels treats the channels that package variables are made with:
// they belong to no bubble.
func (in *instrumenter) packageChannels() {
	for _, d := range in.file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		ast.Inspect(g, func(n ast.Node) bool {
			if _, ok := n.(*ast.FuncLit); ok {
				return false
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			id := callee(call)
			if id == nil || id.Name != "make" {
				return true
			}
			if _, ok := in.pkg.TypesInfo.TypeOf(call).Underlying().(*types.Chan); !ok {
				return true
			}
			spec, ok := in.parent[call].(*ast.ValueSpec)
			if !ok || !neverSent[in.pkg.PkgPath+"."+spec.Names[0].Name] {
				in.errorf(call, "a channel that is made when the package is initialized")
				return true
			}
			in.insert(call.Pos(), gateName+".Outside(")
			in.insert(call.End(), ")")
			return true
		})
	}
}
