package value

// Gone marks the error of a Get for an object that is gone.
const Gone = "gone"

// Found is what a look-up of an object gives whose n results are the object, whether it
// is there if there are three, and an error.
func Found(n int, there bool) Value {
	switch {
	case n == 3 && there:
		return Pack([]Value{Of(NonNil), Of(True), Of(Nil)})
	case n == 3:
		return Pack([]Value{Of(Nil), Of(False), Of(Nil)})
	case there:
		return Pack([]Value{Of(NonNil), Of(Nil)})
	}
	return Pack([]Value{Of(Nil), {Kind: NonNil, Part: Gone}})
}
