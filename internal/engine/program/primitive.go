package program

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// proto emits a primitive of the protocol.
func (f *fnBuilder) proto(i Instr, op clientgo.Op, recv types.Type, args []ssa.Value, sig *types.Signature, pos token.Pos) {
	i.Op, i.Proto = OpProto, op
	switch op {
	case clientgo.OpGroup, clientgo.OpVersion:
		if recv == nil && len(i.Args) > 0 { // core.New(factory, namespace, tweak)
			i.A = i.Args[0]
		}
	case clientgo.OpAccessor:
		i.Key = clientgo.Resource(sig.Results().At(0).Type())
	case clientgo.OpInformer, clientgo.OpLister:
		i.Key = clientgo.Resource(recv)
	case clientgo.OpForResource:
		i.Key = "?" + constKey(args[0])
	case clientgo.OpInformerFor:
		i.Key = objectKey(args[0])
	case clientgo.OpNewFactory, clientgo.OpNewInformer:
		f.out.Birth = true
		i.Key = ""
		if op == clientgo.OpNewInformer {
			i.Key = made(i.Name, args)
		}
		// Results that are not informers (the store of cache.NewInformer)
		// share the informer's fate but cannot run it.
		for k := range i.Results {
			if i.Results[k] != NoReg && !f.table.RoleOf(sig.Results().At(k).Type()).Runs() {
				i.Results[k] = NoReg
			}
		}
	case clientgo.OpDelivered:
		if i.A == NoReg {
			return
		}
	case clientgo.OpLook:
		return
	case clientgo.OpRead, clientgo.OpNarrow:
		if !f.reads[outermost(f.Fn)] {
			return
		}
		i.Args = nil
		if op == clientgo.OpRead {
			i.Results = nil
		}
	}
	f.emit(i, pos)
	asked := op == clientgo.OpWaitFor && f.marks != nil // what its functions ask is looked at
	if asked || op == clientgo.OpAddHandler || op == clientgo.OpNewInformer || op == clientgo.OpInformerFor || op == clientgo.OpNewFactory {
		// Handlers and constructors get functions that run later.
		esc := newInstr(OpRun)
		esc.Mode = uint8(clientgo.Later)
		for _, r := range i.Args {
			if r != NoReg {
				run := esc
				run.A = r
				f.emit(run, pos)
			}
		}
	}
}

// made is the resource of a stand-alone informer, by the example object that
// the constructor gets or by the constructor's name; "" if neither says.
func made(constructor string, args []ssa.Value) string {
	for _, a := range args {
		if mi, ok := a.(*ssa.MakeInterface); ok {
			if _, isPtr := mi.X.Type().Underlying().(*types.Pointer); isPtr && types.IsInterface(mi.Type()) {
				if key := clientgo.Resource(mi.X.Type()); key != "" && !strings.HasSuffix(key, "ListWatch") {
					return key
				}
			}
		}
	}
	for _, word := range []string{"New", "Filtered", "Typed"} {
		constructor = strings.TrimPrefix(constructor, word)
	}
	return strings.TrimSuffix(strings.TrimSuffix(constructor, "WithOptions"), "Informer")
}

// objectKey is the resource of an object given to InformerFor.
func objectKey(v ssa.Value) string {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		return clientgo.Resource(mi.X.Type())
	}
	return "?"
}
