package flow

import (
	"go/token"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// A reg is a register of a Fn: parameters first, then free variables, then
// what instructions define. noReg stands for a value that is not tracked.
type reg int

const noReg reg = -1

// An opcode says what an instruction does.
type opcode uint8

const (
	opAlloc    opcode = iota // dst = new object of type Name
	opGlobal                 // dst = address of the package-level variable Name
	opField                  // dst = address of A's field Name (or the field of a structure value)
	opElem                   // dst = address of the one element that stands for all of A
	opLoad                   // dst = *A
	opStore                  // *A = B
	opCopy                   // *A = *B for structures; Name "[*]": the elements of B become elements of A
	opMove                   // dst = any of Args
	opFunc                   // dst = the function Name
	opClosure                // dst = the function Name with Args bound to its free variables
	opBound                  // dst = the method Name bound to A; Proto says what it does, if it is a primitive
	opCall                   // call; see callee
	opProto                  // a primitive of the informer protocol on A
	opRun                    // a known function runs A.Name (a path) in Mode
	opEscape                 // Args leave for where they cannot be followed
	opAwait                  // may wait for another goroutine
	opSignal                 // may let another goroutine go on
	opFill                   // the store A of an informer is filled by hand
	opReturn                 // return Args
	opRunDefer               // the deferred calls run here
)

// How a call is made.
type callMode uint8

const (
	callPlain callMode = iota
	callGo
	callDefer
)

// Which function a call calls.
type calleeKind uint8

const (
	calleeStatic calleeKind = iota // Name is the key of the function; a method's receiver is Args[0]
	calleeInvoke                   // the method Name of the object A, by dynamic type
	calleeValue                    // the function value A
)

// An instr is one instruction of a protocol program.
type instr struct {
	Op      opcode
	Mode    uint8      // callMode for opCall and opProto, clientgo.Mode for opRun
	Callee  calleeKind // of opCall; of opProto see droppedError
	Proto   clientgo.Op
	Dst     reg
	A, B    reg
	Args    []reg
	Results []reg  // of calls
	Name    string // field, function, type or method
	Key     string // resource, for protocol operations
	Line    int
	Pos     token.Pos // not in facts
}

// private: the instruction is no part of a fact.
func (ins *instr) private() bool {
	return ins.Op == opProto && (ins.Proto == clientgo.OpRead || ins.Proto == clientgo.OpNarrow)
}

// A block is a basic block.
type block struct {
	Instrs []instr
	Succs  []int
	// NilOf is tested against nil by the block's end; NilSucc is the
	// successor taken when it is nil.
	NilOf   reg
	NilSucc int
	Loop    bool // the block can reach itself
}

// A Fn is the protocol program of one function: what it does to informers and
// to what may hold them, and nothing else.
type Fn struct {
	Key      string // clientgo.FuncKey, with "$n" for closures
	File     string // base name, for positions in other packages
	Params   int
	Free     int
	Regs     int
	Blocks   []block
	Exported bool

	pos          token.Pos
	local        bool     // of the package under analysis: positions are real
	test         bool     // in a _test.go file
	paramType    []string // dynamic type of each parameter, where it is a concrete named type
	paramTracked []bool
	birth        bool // creates a factory or informer itself
	tracked      bool
}

// A toucher is a function that reads or writes unexported fields of a type.
type toucher struct {
	Fn    string
	Param int // the parameter that is the object; -1 if it comes from elsewhere
}

// A typeInfo says who can do something with an object of a type once it has
// left: its exported methods and the functions that touch its hidden fields.
type typeInfo struct {
	Name     string
	Methods  []string
	Touchers []toucher
}
