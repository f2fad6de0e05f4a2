package roots

import "github.com/informerlint/informerlint/internal/engine/ir"

// Constructs reports whether a call gives an object of a named type that the callee makes
// itself, and that methods may be given a cache to keep: were it lost, nothing would be
// known of what they do.
//
//	c := newController()
//	err := c.setup(ctx, mgr)
//
// What comes from a constructor that calls another one is lost.
func (b *Births) Constructs(call *ir.Instr, key string) bool {
	if !ir.AnyTracked(call.Results) {
		return false
	}
	fn := b.set.Lookup(key)
	if fn == nil {
		return false
	}
	made := make(map[ir.Reg]bool)
	for ins := range fn.Instrs() {
		switch ins.Op {
		case ir.OpAlloc:
			if ins.Name != "" && ins.Dst != ir.NoReg {
				made[ins.Dst] = true
			}
		case ir.OpMove:
			for _, r := range ins.Args {
				if made[r] {
					made[ins.Dst] = true
				}
			}
		case ir.OpReturn:
			for _, r := range ins.Args {
				if made[r] {
					return true
				}
			}
		}
	}
	return false
}
