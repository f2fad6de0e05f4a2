package ir

// MethodValue is the body of what runs a method value by itself, as "go x.M()"
// does: the bound call, and its results, which whoever got the method value has.
var MethodValue = &Fn{Key: "method value", Regs: len(boundResults), Blocks: []Block{{NilOf: NoReg, NilSucc: -1, FailSucc: -1,
	Instrs: []Instr{
		{Op: OpCall, Callee: CalleeValue, Results: boundResults, Dst: NoReg, A: NoReg, B: NoReg},
		{Op: OpReturn, Args: boundResults, Dst: NoReg, A: NoReg, B: NoReg},
	}}}}

// boundResults are as many results as are kept of a method value: more than
// methods have in practice.
var boundResults = []Reg{0, 1, 2, 3, 4, 5, 6, 7}
