package explore

// Counterexample looks for a simple execution that fails: with as few
// preemptions as possible, up to the given number, and then with as few faults,
// switches and steps as [Minimise] manages. If there is none within that bound,
// any execution that fails will do. It returns nil, and the result of a complete
// search, if the program does not fail.
func Counterexample(o Options, preemptions int, prog func()) (*Trace, *Result) {
	o.StopAt = 1
	for n := range preemptions + 1 {
		bounded := o
		bounded.Reduction, bounded.Bound = Sleep, Bound{Preemption, n}
		if res := Run(bounded, prog); res.Violating > 0 {
			return simple(res, prog), res
		}
	}
	o.Reduction, o.Bound = SourceDPOR, Bound{}
	res := Run(o, prog)
	if res.Violating > 0 {
		return simple(res, prog), res
	}
	return nil, res
}

func simple(res *Result, prog func()) *Trace {
	v := res.Violations[0]
	t, err := Replay(Minimise(v.Schedule, v.Kind, prog), prog)
	if err != nil {
		panic(err) // it was followed a moment ago
	}
	return t
}
