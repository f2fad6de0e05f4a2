package cachecall

import (
	"go/types"
	"testing"
)

// The type of a channel may be a parameter, of which the elements are not known.
func TestElem(t *testing.T) {
	of := types.NewChan(types.SendRecv, types.Universe.Lookup("error").Type())
	limit := types.NewInterfaceType(nil, []types.Type{types.NewUnion([]*types.Term{types.NewTerm(true, of)})})
	if got := elem(types.NewTypeParam(types.NewTypeName(0, nil, "C", nil), limit)); got != nil {
		t.Errorf("of a parameter: %s", got)
	}
	if got := elem(of); got != of.Elem() {
		t.Errorf("of a channel: %s", got)
	}
}
