// Package calls says what the calls and functions of a package are to the
// objects of caches before any of them is interpreted: which calls hand out
// objects, which functions get some, and which may change what they have not
// made. What none of this is true of need not be interpreted.
package calls

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/sole"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Package is what is known of the functions of one package.
type Package struct {
	fns       []*ssa.Function
	impls     *sole.Types
	table     *clientgo.Table
	below     func(*types.Func) (obtains, writes bool)
	stores    map[string][]ssa.Value // what hidden fields are given
	obtains   map[*ssa.Function]bool
	accessors map[*ssa.Function]bool
	acts      map[*ssa.Function]bool
	asking    map[*ssa.Function]bool // what configured has found
}

// New looks at the functions of a package. below says of those of other packages
// whether they return objects of a cache, and whether they write what they are
// given.
func New(fns []*ssa.Function, below func(*types.Func) (obtains, writes bool)) *Package {
	p := &Package{
		fns: fns, impls: sole.In(fns), table: clientgo.NewTable(), below: below,
		obtains: make(map[*ssa.Function]bool), accessors: make(map[*ssa.Function]bool), acts: make(map[*ssa.Function]bool), asking: make(map[*ssa.Function]bool),
	}
	p.findSources()
	p.findActs()
	return p
}

// Obtains reports whether a function gets objects of a cache.
func (p *Package) Obtains(fn *ssa.Function) bool { return p.obtains[fn] }

// Returns reports whether a function gets objects of a cache, and may return them.
func (p *Package) Returns(fn *ssa.Function) bool { return p.accessors[fn] }

// Acts reports whether a function may write memory that it has not made, or send
// objects, itself or in what it calls.
func (p *Package) Acts(fn *ssa.Function) bool { return p.acts[fn] }

// findSources notes the functions that get objects, and of these those that may
// return them.
func (p *Package) findSources() {
	for grown := true; grown; {
		grown = false
		for _, fn := range p.fns {
			if !p.obtains[fn] && p.gets(fn) {
				p.obtains[fn], grown = true, true
				res := fn.Signature.Results()
				for i := range res.Len() {
					if t := res.At(i).Type(); ssautil.IsRef(t) && !ssautil.IsError(t) {
						p.accessors[fn] = true
					}
				}
			}
		}
	}
}

func (p *Package) gets(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			if _, ok := p.Source(&call.Call); ok {
				return true
			}
			if callee, _ := p.Callee(&call.Call); callee != nil && p.accessors[callee] {
				return true
			}
			if callee := ssautil.Callee(&call.Call); callee != nil {
				if obtains, _ := p.below(callee); obtains {
					return true
				}
			}
		}
	}
	return false
}
