package explore

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"

	"github.com/informerlint/informerlint/reference/sched"
)

// An instr is one statement of a generated program; its numbers choose which
// object, value or branch.
type instr struct {
	op      string
	a, b, c int
	body    []instr // of a spawned thread or a critical section
}

var menu = []string{
	"write", "read", "atomic", "branch", "send", "recv", "sendbuf", "recvbuf", "select", "try", "close",
	"lock", "rlock", "wlock", "wait", "signal", "broadcast", "spawn", "choose", "maybe", "group", "once",
	"selectsend", "await", "any", "anyclosed", "both", "release", "produce", "consume", "consumeor", "consumelock", "nested", "len", "quiesce", "var", "cancel", "context",
}

// generate makes a program of a few threads with a few statements each.
func generate(seed uint64) (threads [][]instr) {
	rng := rand.New(rand.NewPCG(seed, 7))
	// A few kinds of statement each: programs about few things conflict more.
	kinds := make([]string, 2+rng.IntN(4))
	for i := range kinds {
		kinds[i] = menu[rng.IntN(len(menu))]
	}
	var body func(n, depth int) []instr
	body = func(n, depth int) (is []instr) {
		for range n {
			i := instr{op: kinds[rng.IntN(len(kinds))], a: rng.IntN(2), b: rng.IntN(2), c: rng.IntN(2)}
			switch i.op {
			case "lock", "rlock", "wlock", "spawn", "nested", "branch", "once":
				if depth > 0 {
					i.op = "write"
					break
				}
				i.body = body(1+rng.IntN(2), depth+1)
			}
			is = append(is, i)
		}
		return is
	}
	n := 2 + rng.IntN(3)
	for range n {
		threads = append(threads, body(1+rng.IntN(4-n/2), 0))
	}
	return threads
}

// machine is the state of one execution of a generated program.
type machine struct {
	x, y    *sched.Atomic[int]
	objs    [2]sched.Object
	c       [2]*sched.Chan[int]
	buf     [2]*sched.Chan[int]
	m       [2]sched.Mutex
	rw      sched.RWMutex
	cond    *sched.Cond
	once    sched.Once
	wg      sched.WaitGroup
	seen    map[string][]string // what each thread observed
	flag    bool
	flagObj sched.Object
	v       *sched.Var[int]
	queues  map[string]*feed
	ctx     *sched.Context
	cancel  func()
}

// A feed is what one thread produces; each of the others reads it from the start.
type feed struct {
	obj   sched.Object
	cells []*sched.Object
	n     int
	read  map[string]int
}

func (m *machine) feed(name string) *feed {
	f := m.queues[name]
	if f == nil {
		f = &feed{read: map[string]int{}}
		m.queues[name] = f
	}
	return f
}

func (f *feed) cell(i int) *sched.Object {
	for len(f.cells) <= i {
		c := f.obj.Indexed(len(f.cells), "cell")
		f.cells = append(f.cells, &c)
	}
	return f.cells[i]
}

// program turns generated threads into a program whose outcome is what each
// thread observed, which does not depend on the order of independent events.
func program(threads [][]instr) func() {
	return func() {
		m := &machine{seen: map[string][]string{}}
		m.x, m.y = sched.NewAtomic("x", 0), sched.NewAtomic("y", 0)
		for i := range 2 {
			m.objs[i] = sched.NewObject("obj")
			m.c[i] = sched.NewChan[int](0)
			m.buf[i] = sched.NewChan[int](1)
		}
		m.queues = map[string]*feed{}
		for i := range threads {
			m.feed(fmt.Sprint("t", i)).obj = sched.NewObject("feed")
		}
		m.cond = sched.NewCond(&m.m[0])
		m.flagObj = sched.NewObject("flag")
		m.v = sched.NewVar("v", 0)
		m.ctx, m.cancel = sched.WithCancel(sched.Background())
		for i, body := range threads {
			name := fmt.Sprint("t", i)
			sched.Go(name, func() { m.exec(name, body) })
		}
		sched.Finally(func() {
			var names, out []string
			for n := range m.seen {
				names = append(names, n)
			}
			sort.Strings(names)
			for _, n := range names {
				out = append(out, n+":"+strings.Join(m.seen[n], ","))
			}
			sched.Outcome(strings.Join(out, " "))
		})
	}
}

func (m *machine) exec(me string, body []instr) {
	saw := func(format string, args ...any) { m.seen[me] = append(m.seen[me], fmt.Sprintf(format, args...)) }
	for k, i := range body {
		switch i.op {
		case "write":
			sched.Do("write", nil, sched.Access{Obj: &m.objs[i.a], Mode: sched.Write})
		case "read":
			sched.Do("read", nil, sched.Access{Obj: &m.objs[i.a], Mode: sched.Read})
		case "atomic":
			if i.b == 0 {
				saw("x%d", m.x.Load())
			} else {
				b, _ := m.x.Update(func(v int) int { return v + 1 })
				saw("u%d", b)
			}
		case "branch":
			if m.y.Load() == 0 {
				m.y.Store(1)
				m.exec(me, i.body)
			}
		case "send":
			m.c[i.a].Send(i.b)
		case "recv":
			v, ok := m.c[i.a].Recv2()
			saw("r%d%v", v, ok)
		case "sendbuf":
			m.buf[i.a].Send(i.b)
		case "recvbuf":
			v, ok := m.buf[i.a].Recv2()
			saw("b%d%v", v, ok)
		case "len":
			saw("l%d", m.buf[i.a].Len())
		case "select":
			var v int
			saw("s%d", sched.Select(m.c[0].RecvCase(&v, nil), m.buf[i.a].RecvCase(&v, nil), m.c[1].SendCase(i.b)))
		case "selectsend":
			saw("S%d", sched.Select(m.c[0].SendCase(1), m.c[1].RecvCase(nil, nil), m.buf[i.a].SendCase(2)))
		case "try":
			if i.b == 0 {
				saw("t%d", sched.TrySelect(m.c[i.a].RecvCase(nil, nil), m.buf[0].RecvCase(nil, nil)))
			} else {
				saw("T%d", sched.TrySelect(m.c[i.a].SendCase(1), m.buf[0].SendCase(1)))
			}
		case "close":
			m.c[i.a].Close()
		case "lock":
			m.m[i.a].Lock()
			m.exec(me, i.body)
			m.m[i.a].Unlock()
		case "nested":
			m.m[i.a].Lock()
			m.m[1-i.a].Lock()
			m.exec(me, i.body)
			m.m[1-i.a].Unlock()
			m.m[i.a].Unlock()
		case "rlock":
			m.rw.RLock()
			m.exec(me, i.body)
			m.rw.RUnlock()
		case "wlock":
			m.rw.Lock()
			m.exec(me, i.body)
			m.rw.Unlock()
		case "wait":
			m.m[0].Lock()
			m.cond.Wait()
			m.m[0].Unlock()
		case "signal":
			m.cond.Signal()
		case "broadcast":
			m.cond.Broadcast()
		case "spawn":
			name := fmt.Sprintf("%s.%d", me, k)
			sched.Go(name, func() { m.exec(name, i.body) })
		case "choose":
			saw("c%d", sched.Choose(2, "choose"))
		case "maybe":
			saw("m%v", sched.Maybe("maybe", func() bool { return i.b == 0 || m.flag }, nil,
				sched.Access{Obj: &m.objs[i.a], Mode: sched.Write}, sched.Access{Obj: &m.flagObj, Mode: sched.Read}))
		case "group":
			if i.a == 0 {
				m.wg.Go(fmt.Sprintf("%s.g%d", me, k), func() { m.x.Store(7) })
			} else {
				m.wg.Wait()
				saw("w%d", m.x.Load())
			}
		case "once":
			m.once.Do(func() { m.exec(me, i.body) })
		case "await":
			if i.a == 0 {
				sched.Do("set", func() { m.flag = i.b == 0 }, sched.Access{Obj: &m.flagObj, Mode: sched.Write})
			} else {
				sched.Await("flag", func() bool { return m.flag }, nil, sched.Access{Obj: &m.flagObj, Mode: sched.Read})
			}
		case "any":
			saw("a%d", sched.AwaitAny(
				sched.Branch{Name: "flag", Guard: func() bool { return m.flag }, Effect: func() { m.flag = i.b == 0 },
					Acc: []sched.Access{{Obj: &m.flagObj, Mode: sched.Write}}},
				sched.Branch{Name: "no flag", Guard: func() bool { return !m.flag }, Effect: func() { sched.TouchNow(&m.objs[i.a], sched.Write) },
					Acc: []sched.Access{{Obj: &m.flagObj, Mode: sched.Read}}}))
		case "both": // a guard about two things, one of them a lock
			both := sched.Branch{Name: "both", Guard: func() bool { return m.flag && m.m[i.a].Free() }, Effect: m.m[i.a].LockNow,
				Acc: []sched.Access{{Obj: &m.flagObj, Mode: sched.Read}, {Obj: &m.m[i.a].Object, Mode: sched.Write}}}
			if i.b == 0 {
				sched.AwaitAny(both)
				m.m[i.a].Unlock()
			} else if sched.AwaitAny(m.ctx.Done().Closed(), both) == 1 {
				saw("both")
				if i.c == 0 {
					m.x.Load()
				}
				m.m[i.a].Unlock()
			}
		case "release":
			m.m[i.a].Lock()
			sched.Do("set", func() { m.flag = true }, sched.Access{Obj: &m.flagObj, Mode: sched.Write})
			m.m[i.a].Unlock()
		case "anyclosed":
			saw("k%d", sched.AwaitAny(m.ctx.Done().Closed(), sched.Branch{Name: "cell", Guard: func() bool { return m.flag },
				Effect: func() {
					c := m.objs[i.a].Indexed(i.b, "cell")
					sched.TouchNow(&c, sched.Write)
					sched.TouchNow(&m.objs[i.c], sched.Write) // further than declared
				},
				Acc: []sched.Access{{Obj: &m.flagObj, Mode: sched.Read}}}))
		case "produce":
			if f := m.queues[me]; f != nil { // not in a spawned thread
				sched.Do("produce", func() { sched.TouchNow(f.cell(f.n), sched.Produce); f.n++ })
			}
		case "consume", "consumeor", "consumelock":
			f := m.queues[fmt.Sprint("t", i.a)]
			k := f.read[me]
			got := sched.Branch{Name: "consume", Guard: func() bool { return k < f.n }, Effect: func() { f.read[me]++ },
				Acc: []sched.Access{{Obj: f.cell(k), Mode: sched.Consume}}}
			switch i.op {
			case "consume":
				sched.AwaitAny(got)
				continue
			case "consumelock":
				got.Guard = func() bool { return k < f.n && m.m[i.b].Free() }
				got.Effect = func() { f.read[me]++; m.m[i.b].LockNow() }
				got.Acc = append(got.Acc, sched.Access{Obj: &m.m[i.b].Object, Mode: sched.Write})
				sched.AwaitAny(got)
				m.m[i.b].Unlock()
				continue
			}
			if i.b == 0 {
				got.Acc = append(got.Acc, sched.Access{Obj: &m.objs[i.c], Mode: sched.Write})
			}
			saw("f%d", sched.AwaitAny(got, m.ctx.Done().Closed()))
		case "quiesce":
			sched.Quiesce("quiesce")
			saw("q%d", m.x.Load())
		case "var":
			if i.a == 0 {
				m.v.Store(i.b)
			} else {
				m.v.Load()
			}
		case "cancel":
			m.cancel()
		case "context":
			saw("C%d", sched.TrySelect(m.ctx.Done().RecvCase(nil, nil)))
		default:
			panic(i.op)
		}
	}
}
