package story

import (
	"maps"
	"slices"
)

// Combine gives each combination of ways, one for each thread that is spawned in
// it, that some world has, to a function, until that has enough. It returns false if there are more
// than limit.
func (m Moment) Combine(limit int, try func(ways map[int][]Event) bool) bool {
	threads := make(map[int]Thread)
	for _, t := range m.Threads {
		threads[t.ID] = t
	}
	n, enough := 0, false
	ways := make(map[int][]Event)
	var add func(open []int, worlds uint8)
	add = func(open []int, worlds uint8) {
		if enough || n > limit {
			return
		}
		if len(open) == 0 {
			if n++; n <= limit {
				enough = !try(maps.Clone(ways))
			}
			return
		}
		t := open[0]
		for i, w := range threads[t].Ways {
			in := worlds
			if of := threads[t].Worlds; of != nil {
				in &= of[i]
			}
			if in == 0 {
				continue
			}
			ways[t] = w
			more := slices.Clone(open[1:])
			var born []int
			for _, e := range w {
				if _, known := ways[e.Thread]; e.Act == ActSpawn && !known {
					ways[e.Thread] = nil
					born = append(born, e.Thread)
				}
			}
			add(append(more, born...), in)
			for _, b := range born {
				delete(ways, b)
			}
		}
		ways[t] = nil // still spawned, by whoever did
	}
	if len(m.Threads) == 0 {
		return true
	}
	first := m.Threads[0].ID
	ways[first] = nil
	add([]int{first}, ^uint8(0))
	return enough || n <= limit
}
