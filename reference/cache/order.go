package cache

import "github.com/informerlint/informerlint/reference/sched"

// An order is one of the orders in which client-go may walk through a map. The
// first is that of the keys, and the only one unless the profile has AnyOrder.
// Of up to three things there are all orders; of more, there are that of the
// keys and its reverse, which is a bound.
type order int

// orders is how many orders of n things are tried.
func orders(n int) int {
	switch {
	case n <= 1:
		return 1
	case n == 3:
		return 6
	}
	return 2
}

// ordered is a list in an order. It is the list itself where there is one order only.
func ordered[T any](list []T, o order) []T {
	n := len(list)
	if n < 2 {
		return list
	}
	out := make([]T, 0, n)
	if n > 3 {
		for i := range list {
			if o == 1 {
				i = n - 1 - i
			}
			out = append(out, list[i])
		}
		return out
	}
	rest := append([]T(nil), list...)
	for ; n > 0; n-- {
		i := int(o) % n // of six, the remainders by 3 and 2 tell all apart
		out = append(out, rest[i])
		rest = append(rest[:i:i], rest[i+1:]...)
	}
	return out
}

// inOrders is a branch for each order of n things: a walk through a map of
// client-go is one of them. n may look at what acc declares.
func (p *Profile) inOrders(b sched.Branch, n func() int, effect func(order)) []sched.Branch {
	tried := 1
	if p.AnyOrder {
		tried = 6
	}
	all := make([]sched.Branch, tried)
	for i := range all {
		all[i] = b
		if i > 0 {
			all[i].Guard = func() bool { return (b.Guard == nil || b.Guard()) && i < orders(n()) }
		}
		all[i].Effect = func() { effect(order(i)) }
	}
	return all
}

// inOrdersBy appends a branch for each order that is tried, numbered from 0. The
// Waiter says which there are, for how many things there are to order.
func (p *Profile) inOrdersBy(dst []sched.Branch, b sched.Branch) []sched.Branch {
	tried := 1
	if p.AnyOrder {
		tried = 6
	}
	for b.N = range tried {
		dst = append(dst, b)
	}
	return dst
}

// doInOrdersBy takes one of them.
func (p *Profile) doInOrdersBy(b sched.Branch) {
	if !p.AnyOrder {
		sched.Step(b.Name, b.By, b.Acc...)
		return
	}
	sched.AwaitAny(p.inOrdersBy(nil, b)...)
}

// doInOrders takes one of these branches.
func (p *Profile) doInOrders(b sched.Branch, n func() int, effect func(order)) {
	if !p.AnyOrder {
		sched.Await(b.Name, b.Guard, func() { effect(0) }, b.Acc...)
		return
	}
	sched.AwaitAny(p.inOrders(b, n, effect)...)
}
