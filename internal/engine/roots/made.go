package roots

import "github.com/informerlint/informerlint/internal/engine/ir"

// Gives reports whether a function returns an object of a named type that it makes
// itself: a constructor. One that calls another is none, and what it returns is lost.
func (b *Births) Gives(key string) bool {
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
