package condition

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/engine/ir"
)

// ofObject says of a question about an object's hidden fields which object that is, so
// that its other methods ask the same:
//
//	func (c *controller) Run(stop <-chan struct{}) {
//		if c.enabled {
//			c.factory.Start(stop)
//		}
//
// A new structure has the value that its field is filled with, at once: what the
// constructor asks is the same question as well.
func (p *Package) ofObject(c *ir.Cond, q question) {
	own := parameter(q.object)
	c.Object = slices.Index(q.object.Parent().Params, q.object) + 1
	c.Path = strings.ReplaceAll(q.text, own, "object")
	if q.field == nil {
		return
	}
	for _, st := range p.changes.filled[q.field] {
		made, ok := st.Addr.(*ssa.FieldAddr).X.(*ssa.Alloc)
		if !ok || made.Block() != st.Block() {
			continue // it may be filled or not
		}
		once := 0
		for _, other := range p.changes.filled[q.field] {
			if other.Addr.(*ssa.FieldAddr).X == made {
				once++
			}
		}
		r := reader{Package: p, in: st.Parent()}
		if text, ok := r.text(st.Val, 0); ok && once == 1 && len(r.reads) == 0 && (r.of == nil || r.of == st.Parent()) {
			c.Filled = append(c.Filled, ir.Filled{Text: strings.ReplaceAll(q.text, own+"."+q.field.Name(), text), In: p.key(st.Parent()), At: made.Pos()})
		}
	}
}
