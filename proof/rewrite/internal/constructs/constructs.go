// Package constructs uses what the rewriter rewrites. Each function returns a
// text; the test of the rewriter compares what it can return here, in Go, with
// all that it returns in an exploration.
package constructs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

type counter struct{ n int }

func (c counter) put(to chan int, x int)  { to <- c.n*10 + x }
func (c *counter) add(to chan int, x int) { c.n += x; to <- c.n }

// GoBinds binds receiver and arguments at the statement.
func GoBinds() string {
	c, x, out := counter{1}, 2, make(chan int)
	go c.put(out, x)
	c, x = counter{5}, 6
	return fmt.Sprint(<-out, c.n, x)
}

// GoPointer shares what a pointer points to, ordered by the channel.
func GoPointer() string {
	c, out := &counter{1}, make(chan int)
	go c.add(out, 3)
	got := <-out
	return fmt.Sprint(got, c.n)
}

// GoVariadic passes a slice on.
func GoVariadic() string {
	out := make(chan int)
	sum := func(xs ...int) {
		total := 0
		for _, x := range xs {
			total += x
		}
		out <- total
	}
	xs := []int{1, 2, 3}
	go sum(xs...)
	return fmt.Sprint(<-out)
}

// Race2 is one of two.
func Race2() string {
	c := make(chan string)
	go func() { c <- "a" }()
	go func() { c <- "b" }()
	return <-c + <-c
}

// Buffered leaves values for later.
func Buffered() string {
	c := make(chan int, 3)
	c <- 1
	c <- 2
	close(c)
	n := len(c)
	var all []int
	for x := range c {
		all = append(all, x)
	}
	_, ok := <-c
	return fmt.Sprint(n, cap(c), all, ok)
}

// SelectDefault takes the default if nothing is ready.
func SelectDefault() string {
	c := make(chan int, 1)
	s := ""
	for range 2 {
		select {
		case x, ok := <-c:
			s += fmt.Sprint(x, ok)
		default:
			s += "none "
			c <- 7
		}
	}
	return s
}

// SelectBreak leaves a loop from a select.
func SelectBreak() string {
	c, stop := make(chan int), make(chan struct{})
	go func() {
		c <- 1
		c <- 2
		close(stop)
	}()
	sum := 0
loop:
	for {
		select {
		case x := <-c:
			sum += x
			if x == 0 {
				//lint:ignore SA4011 leaving only the select is what is tested
				break
			}
		case <-stop:
			break loop
		}
	}
	return fmt.Sprint(sum)
}

// SelectSend sends or receives.
func SelectSend() string {
	in, out := make(chan int, 1), make(chan int, 1)
	in <- 1
	select {
	case x := <-in:
		return fmt.Sprint("got ", x)
	case out <- 2:
		return fmt.Sprint("put ", len(out))
	}
}

// Locked counts under a lock.
func Locked() string {
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			defer mu.Unlock()
			n++
		}()
	}
	wg.Wait()
	return fmt.Sprint(n)
}

// Lost counts without a lock around the whole: an update can be lost.
func Lost() string {
	var n atomic.Int64
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { n.Store(n.Load() + 1) })
	}
	wg.Wait()
	return fmt.Sprint(n.Load())
}

// Cancelled sees its context end.
func Cancelled() string {
	ctx, cancel := context.WithCancel(context.Background())
	go cancel()
	<-ctx.Done()
	return fmt.Sprint(errors.Is(ctx.Err(), context.Canceled))
}

// Once does it once.
func Once() string {
	var once sync.Once
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { once.Do(func() { n.Add(1) }) })
	}
	wg.Wait()
	return fmt.Sprint(n.Load())
}

// Maps ranges over all entries, and may delete meanwhile.
func Maps() string {
	m := map[string]int{"a": 1, "b": 2, "c": 3}
	var all []string
	for k, v := range m {
		all = append(all, fmt.Sprint(k, v))
		if len(all) == 1 {
			delete(m, k)
			m[k+k] = len(m)
			delete(m, k+k)
		}
	}
	slices.Sort(all)
	x, ok := m["z"]
	return fmt.Sprint(all, len(m), x, ok)
}

// Recovers goes on after a panic.
func Recovers() (s string) {
	defer func() {
		if r := recover(); r != nil {
			s = fmt.Sprint("recovered ", r)
		}
	}()
	panic("boom")
}

// Switches uses switches of both kinds.
func Switches() string {
	s := ""
	for _, x := range []any{1, "a", nil, 2.5} {
		switch v := x.(type) {
		case int:
			s += fmt.Sprint("int", v)
		case string, float64:
			s += fmt.Sprint("other", v)
		default:
			s += "none"
		}
		switch {
		case x == nil:
			s += "!"
			fallthrough
		case x == 1:
			s += "?"
		}
	}
	return s
}

type pair[T any] struct{ a, b T }

func swap[T any](p *pair[T]) { p.a, p.b = p.b, p.a }

// Generics work on fields through pointers.
func Generics() string {
	p := pair[int]{1, 2}
	swap(&p)
	f := swap[int]
	q := &p
	f(q)
	swap(q)
	return fmt.Sprint(p.a, p.b)
}

// Channels of channels, in structures.
func Channels() string {
	type request struct {
		x     int
		reply chan int
	}
	requests := make(chan request)
	go func() {
		for r := range requests {
			r.reply <- r.x * 2
		}
	}()
	r := request{4, make(chan int)}
	requests <- r
	got := <-r.reply
	close(requests)
	return fmt.Sprint(got)
}

// Racy writes and reads without any order.
func Racy() string {
	n := 0
	done := make(chan struct{}, 1)
	go func() {
		n = 1
		done <- struct{}{}
	}()
	x := n
	<-done
	return fmt.Sprint(x)
}

// RacyField is the same with a field.
func RacyField() string {
	c := &counter{}
	done := make(chan int, 1)
	go c.add(done, 1)
	x := c.n
	<-done
	return fmt.Sprint(x)
}
