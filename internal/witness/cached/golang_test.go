package cached

import (
	"maps"
	"slices"

	"github.com/informerlint/informerlint/internal/cached/track"
)

// What a way does, done by Go itself to structures, maps, pointers and slices.
type (
	inner struct {
		N   int
		Map map[string]int
	}
	outer struct {
		N     int
		In    inner
		Map   map[string]int
		Ptr   *inner
		Slice []inner
		Ptrs  []*inner
	}
)

func newInner(n int) inner { return inner{N: n, Map: map[string]int{"k": n}} }

func newOuter(n int) outer {
	in := newInner(n)
	return outer{n, newInner(n), map[string]int{"k": n}, &in, []inner{newInner(n)}, []*inner{{n, map[string]int{"k": n}}}}
}

func (i inner) deep() inner {
	i.Map = maps.Clone(i.Map)
	return i
}

func (o outer) deep() outer {
	o.In, o.Map = o.In.deep(), maps.Clone(o.Map)
	ptr := o.Ptr.deep()
	o.Ptr = &ptr
	o.Slice = []inner{o.Slice[0].deep()}
	p := o.Ptrs[0].deep()
	o.Ptrs = []*inner{&p}
	return o
}

func hop(name string) track.Hop { return track.Hop{Name: name} }
func ref(name string) track.Hop { return track.Hop{Name: name, Ref: true} }

// A place is one in an outer, by its path, and how Go writes it.
type place[T any] struct {
	path  []track.Hop
	write func(on T, n int)
}

// ofInner are the places of an inner.
var ofInner = []place[*inner]{
	{nil, func(i *inner, n int) { *i = newInner(n) }},
	{[]track.Hop{hop("N")}, func(i *inner, n int) { i.N = n }},
	{[]track.Hop{ref("Map")}, func(i *inner, n int) { i.Map = map[string]int{"k": n} }},
	{[]track.Hop{ref("Map"), hop("[*]")}, func(i *inner, n int) { i.Map["k"] = n }},
}

// inners are the places of an outer where an inner is.
var inners = []struct {
	path []track.Hop
	at   func(*outer) *inner
}{
	{[]track.Hop{hop("In")}, func(o *outer) *inner { return &o.In }},
	{[]track.Hop{ref("Ptr")}, func(o *outer) *inner { return o.Ptr }},
	{[]track.Hop{ref("Slice"), hop("[*]")}, func(o *outer) *inner { return &o.Slice[0] }},
	{[]track.Hop{ref("Ptrs"), ref("[*]")}, func(o *outer) *inner { return o.Ptrs[0] }},
}

// ofOuter are the places of an outer.
func ofOuter() []place[*outer] {
	all := []place[*outer]{
		{nil, func(o *outer, n int) { *o = newOuter(n) }},
		{[]track.Hop{hop("N")}, func(o *outer, n int) { o.N = n }},
		{[]track.Hop{ref("Map")}, func(o *outer, n int) { o.Map = map[string]int{"k": n} }},
		{[]track.Hop{ref("Map"), hop("[*]")}, func(o *outer, n int) { o.Map["k"] = n }},
		{[]track.Hop{hop("In")}, func(o *outer, n int) { o.In = newInner(n) }},
		{[]track.Hop{ref("Ptr")}, func(o *outer, n int) { in := newInner(n); o.Ptr = &in }},
		{[]track.Hop{ref("Slice")}, func(o *outer, n int) { o.Slice = []inner{newInner(n)} }},
		{[]track.Hop{ref("Slice"), hop("[*]")}, func(o *outer, n int) { o.Slice[0] = newInner(n) }},
		{[]track.Hop{ref("Ptrs")}, func(o *outer, n int) { in := newInner(n); o.Ptrs = []*inner{&in} }},
		{[]track.Hop{ref("Ptrs"), ref("[*]")}, func(o *outer, n int) { in := newInner(n); o.Ptrs[0] = &in }},
	}
	for _, in := range inners {
		for _, p := range ofInner[1:] {
			all = append(all, place[*outer]{slices.Concat(in.path, p.path), func(o *outer, n int) { p.write(in.at(o), n) }})
		}
	}
	return all
}
