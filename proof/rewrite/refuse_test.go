package rewrite

import (
	"go/importer"
	"go/token"
	"strings"
	"testing"
)

// The standard library, from source.
var (
	stdFset = token.NewFileSet()
	std     = importer.ForCompiler(stdFset, "source", nil)
)

// snippet rewrites a file with the given imports and declarations.
func snippet(t *testing.T, imports, decls string) (string, error) {
	t.Helper()
	twins, err := ReadTwins("../twin")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("package p\n")
	for _, i := range strings.Fields(imports) {
		b.WriteString("import " + strings.ReplaceAll(i, "=", " ") + "\n")
	}
	b.WriteString(decls)
	_, texts, err := rewritePackage("example.com/p", stdFset, []source{{"p/p.go", "p.go", []byte(b.String())}},
		std, twins, func(string) string { return "" })
	if err != nil {
		return "", err
	}
	return string(texts[0]), nil
}

// What the rewriter has no rule for is an error that names its place.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ imports, decls, want string }{
		{`"net"`, `var _ = net.IPv4len`, `p/p.go:2:8: import of net, which has no twin`},
		{`"os"`, `var _ = os.Args`, `os.Args, which the twin of os does not have`},
		{`"runtime"`, `func f() { runtime.Gosched() }`, `import of runtime`},
		{`"math/rand"`, `func f() int { return rand.Int() }`, `import of math/rand`},
		{`"unsafe"`, `var _ unsafe.Pointer`, `import of unsafe`},
		{`"maps"`, `func f(m map[int]int) { for range maps.All(m) { } }`, `maps.All, which the twin of maps does not have`},
		{`.="fmt"`, `func f() string { return Sprint(1) }`, `import of fmt as .`},
		{`_="fmt"`, ``, `import of fmt as _`},
		{`"fmt"`, `func f() { fmt.Println("x") }`, `p/p.go:3:16: fmt.Println, which is not known to be pure`},
		{`"reflect"`, `func f(c any) { reflect.ValueOf(c).Close() }`, `reflect.ValueOf, which is not known to be pure`},
		{`"reflect"`, `func f() { reflect.Select(nil) }`, `reflect.Select`},
		{`"iter"`, `func f(s iter.Seq[int]) { iter.Pull(s) }`, `iter.Pull`},
		{`"sync"`, `var p sync.Pool`, `sync.Pool, which the twin of sync does not have`},
		{`"sync"`, `func f() { c := sync.NewCond(nil); c.Wait() }`, `sync.NewCond`},
		{`"time"`, `func f() { <-time.Tick(1) }`, `time.Tick, which the twin of time does not have`},
		{`"time"`, `func f() int { return time.Now().Day() }`, `time.Now`},
		{`"context"`, `func f(ctx context.Context) any { return ctx.Value(1) }`, `Value, which the twin of context does not have`},
		{`"context"`, `func f() { context.AfterFunc(nil, nil) }`, `context.AfterFunc`},
		{`"log"`, `func f() { log.Panic("x") }`, `log.Panic`},
		{`"sync/atomic"`, `var n int64; func f() { atomic.AddInt64(&n, 1) }`, `atomic.AddInt64`},

		{``, `func f(c chan int) { go close(c) }`, `go with a conversion or a builtin`},
		{``, `func g() (int, int) { return 1, 2 }; func h(a, b int) {}; func f() { go h(g()) }`, `go with the results of a call as arguments`},
		{``, `type C chan int; func f(c C) { <-c }`, `type C, a channel type that has a name`},
		{``, `func f[T chan int | chan bool](c T) {}; type I interface { chan int }`, `a constraint with a channel type`},
		{``, `type C = chan int; func f() { _ = make(C) }`, `a channel type that has a name`},
		{``, `func init() {}`, `init, which would run outside of an execution`},
		{``, `var m = map[string]int{}`, `a variable of the package that is made by a call or can change`},
		{``, `var c = make(chan int)`, `a variable of the package that is made by a call or can change`},
		{``, `var n int; func f() { n++ }`, `a variable of the package without a value`},
		{``, `var s []int; func f() { s = nil }`, `an assignment to s`},
		{``, `func f() (a, b int) { go func() { a = 1 }(); return b, a }`, `return with values of a result that a function literal shares`},
		{``, `var n = 1; func f() { n = 2 }`, `an assignment to n, a variable of the package`},
		{``, `var n = 1; func f() { g(&n) }; func g(*int) {}`, `an assignment to n`},
		{``, `func f() { println("x") }`, `println`},
		{``, `func f()`, `without a body`},
		{``, `type t struct{ n int }; func f(p *t) { if p.n = 1; p.n > 0 {} }`, `a write of shared memory in the head of a statement`},
		{``, `func f() (err error) { go func() { err = nil }(); return nil }`, `return with values of a result that a function literal shares`},
		{``, `type t struct{ n int }; func g() *t { return nil }; func f() { g().n = 1 }`, `an assignment to what a call returns`},
		{``, `func f() { proof1 := 1; _ = proof1 }`, `the name proof1`},
		{``, `func f() { var n int; for n = range 3 { go func() { _ = n }() } }`, `range that assigns to a shared variable`},
		{``, "//go:linkname f runtime.f\nfunc f() {}", `//go:linkname`},
		{``, `func f[T interface{ ~[]int | ~map[int]int }](x T) { for range x {} }`, `range over`},
	} {
		text, err := snippet(t, c.imports, c.decls)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s\ngot %v, want %q\n%s", c.imports, c.decls, err, c.want, text)
			continue
		}
		if !strings.HasPrefix(err.Error(), "p/p.go:") {
			t.Errorf("%s: no position: %v", c.decls, err)
		}
	}
}

// How constructs are rewritten.
func TestRewritten(t *testing.T) {
	for _, c := range []struct{ imports, decls, want string }{
		{``, `func f(c chan int) { c <- 1 }`, `func f(c *proofsched.Chan[int]) {`},
		{``, `func f(c chan<- int) { c <- 1 }`, `(c).Send(1)`},
		{``, `func f(c <-chan int) int { return <-c }`, `return (c).Recv()`},
		{``, `func f(c <-chan int) { v, ok := <-c; _, _ = v, ok }`, `v, ok := (c).Recv2()`},
		{``, `func f(c <-chan int) { var v, ok = <-c; _, _ = v, ok }`, `var v, ok = (c).Recv2()`},
		{``, `func f(c chan int) { close(c) }`, `(c).Close()`},
		{``, `func f(c chan int) int { return len(c) + cap(c) }`, `(c).Len() + (c).Cap()`},
		{``, `func f() chan int { return make(chan int, 2) }`, `proofsched.NamedChan[int]("chan of line 2", int(2))`},
		{``, `func f(c chan int) { for range c { } }`, `for range (c).All {`},
		{``, `func f(m map[int]bool) { for k, v := range m { _, _ = k, v } }`, `for k, v := range proofrt.Sorted(m) {`},
		{``, `type t struct{}; func (t) m(int) {}; func f(x t, n int) { go x.m(n) }`,
			`{ proof1, proof2 := x.m, n; proofrt.Go("p.go:2", func() { proof1(proof2) }) }`},
		{``, `func g(int, error) {}; func f() { go g(1, nil) }`, `proofrt.Go("p.go:2", func() { g(1, nil) })`},
		{``, `func g(...int) {}; func f(s []int) { go g(s...) }`, `{ proof1 := s; proofrt.Go("p.go:2", func() { g(proof1...) }) }`},
		{``, `func f() { select {} }`, `{ proofrt.Forever(); panic("unreachable") }`},
		{``, `func f(a, b chan int) { select { case v := <-a: _ = v; case b <- 1: default: } }`,
			`switch proof1, proof2 := proofrt.Recv(a), proofrt.Send(b, 1); proofrt.TrySelect(proof1, proof2) {`},
		{``, `func f(a chan int) { select { case v, ok := <-a: _, _ = v, ok } }`, `case 0: proofrt.Line("p.go:2"); v, ok := proof1.V, proof1.OK;`},
		{``, `func f() { n := 0; go func() { n++ }(); _ = n }`, `n++; proofrt.W(&n)`},
		{``, `func f() int { n := 0; go func() { n++ }(); return n }`, `return (*proofrt.R(&n))`},
		{``, `func f() int { n := 0; go func() { _ = n }(); return n }`, `return n`},
		{``, `type t struct{ n int }; func f(p *t) int { p.n = p.n + 1; return p.n }`, `p.n = (*proofrt.R(&p.n)) + 1; proofrt.W(&p.n)`},
		{``, `func f(m map[int]int) { m[1] = m[2] }`, `m[1] = proofrt.MapR(m)[2]; proofrt.MapW(m)`},
		{``, `func f(m map[int]int) { delete(m, 1) }`, `delete(proofrt.MapW(m), 1)`},
		{``, `func f(s []int) { s[0] = s[1] }`, `s[0] = (*proofrt.R(&s[1])); proofrt.W(&s[0])`},
		{``, `func f(p *int) { *p = *p + 1 }`, `*p = (*proofrt.R(p)) + 1; proofrt.W(p)`},
		{``, `func f() { defer func() { recover() }() }`, `proofsched.Recovered(recover())`},
		{`"sync"`, `type t struct{ mu sync.Mutex }; func (x *t) f() { x.mu.Lock(); defer x.mu.Unlock() }`, `x.mu.Lock()`},
		{`"sync"`, `var _ sync.Locker`, `import "github.com/informerlint/informerlint/proof/twin/sync"`},
		{`c="context"`, `func f(ctx c.Context) { <-ctx.Done() }`, `(ctx.Done()).Recv()`},
		{`"fmt"`, `func f() string { return fmt.Sprint(1) }`, `import "fmt"`},
	} {
		text, err := snippet(t, c.imports, c.decls)
		if err != nil {
			t.Errorf("%s %s\n%v", c.imports, c.decls, err)
			continue
		}
		if !strings.Contains(text, c.want) {
			t.Errorf("%s\nis rewritten to\n%s\nwithout %s", c.decls, text, c.want)
		}
	}
}
