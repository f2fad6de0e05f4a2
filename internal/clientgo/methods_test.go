package clientgo_test

import (
	"go/token"
	"go/types"
	"testing"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// TestAddersAgree: whoever asks whether a method adds a handler hears the same,
// by the role of its receiver, by its name alone, and as a declaration.
func TestAddersAgree(t *testing.T) {
	sig := types.NewSignatureType(nil, nil, nil, nil, nil, false)
	for name, adds := range map[string]bool{
		"AddEventHandler": true, "AddEventHandlerWithResyncPeriod": true, "AddEventHandlerWithOptions": true, "AddTypedEventHandler": true,
		"AddIndexers": false, "RemoveEventHandler": false, "Run": false, "AddHandler": false,
	} {
		if got := clientgo.OpOf(clientgo.Informer, name) == clientgo.OpAddHandler; got != adds {
			t.Errorf("OpOf an informer: %s adds a handler: %t", name, got)
		}
		if got := clientgo.AddsHandler(name); got != adds {
			t.Errorf("AddsHandler(%q) = %t", name, got)
		}
		if got := clientgo.Registers(types.NewFunc(token.NoPos, nil, name, sig)); got != adds {
			t.Errorf("Registers(%s) = %t", name, got)
		}
	}
	for _, role := range []clientgo.Role{clientgo.Factory, clientgo.Accessor, clientgo.Controller} {
		if clientgo.OpOf(role, "AddEventHandler") != clientgo.OpNone {
			t.Errorf("a %s adds handlers", role)
		}
	}
}
