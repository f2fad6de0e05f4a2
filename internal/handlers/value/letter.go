package value

// Letters for what a function returns, in facts.
var letterOf = map[Kind]byte{Unknown: '?', Object: 'o', Tomb: 't', Nil: 'n', NonNil: 'N', True: 'T', False: 'F', NoKey: 'k'}

// Letters are those for what a function returns.
func Letters(results []Value) string {
	b := make([]byte, len(results))
	for i, v := range results {
		if b[i] = letterOf[v.Kind]; b[i] == 0 {
			b[i] = '?'
		}
	}
	return string(b)
}

// OfLetter is the value of a letter, for a function that has got an object.
func OfLetter(l byte, obj Value) Value {
	switch l {
	case 'o':
		return Value{Kind: Object, From: obj.From, Type: obj.Type}
	case 't':
		return Value{Kind: Tomb, From: Old}
	case 'n':
		return Of(Nil)
	case 'N':
		return Of(NonNil)
	case 'T':
		return Of(True)
	case 'F':
		return Of(False)
	case 'k':
		return Value{Kind: NoKey, Neg: true}
	}
	if obj.Kind == Tomb {
		return Taint(obj) // it may be what is in the tombstone
	}
	return Value{}
}

// A Helper is a function with an object parameter, and what it does if that
// is an object, or a tombstone.
type Helper struct {
	Name   string
	Param  int
	Object Outcome
	Tomb   Outcome
}

// An Outcome is a function's results, in all ways it can end, as letters: one
// string for each way, one letter for each result.
type Outcome struct {
	Ends  []string
	Acts  bool // it has effects
	Works bool // one of them is more than to hand the object on to a queue or channel
	Dies  bool // it may panic
	Gives bool // it gives the parameter to something unknown
}
