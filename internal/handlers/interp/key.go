package interp

import "slices"

// keyOf is what is made of parts of an object: of its UID and nothing else but
// its name, it is another one for each UID, and so as good as the UID.
func keyOf(vs ...val) val {
	out := taint(vs...)
	if out.from != Old && out.from != New {
		return out
	}
	only := !slices.ContainsFunc(vs, func(v val) bool { return v.from != 0 && (v.k != derived || v.part != partUID && v.part != partName) })
	if only && slices.ContainsFunc(vs, func(v val) bool { return v.part == partUID }) {
		out.part = partUID
	}
	return out
}
