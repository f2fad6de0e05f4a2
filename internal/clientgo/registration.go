package clientgo

import "go/types"

// registration is the type that AddEventHandler returns since v0.26. Its
// HasSynced (v0.27; the interface is empty in v0.26) is true when this handler
// has returned from every add of the first list.
const registration = "ResourceEventHandlerRegistration"

func isRegistration(named *types.Named) bool {
	obj := named.Obj()
	return obj.Name() == registration && obj.Pkg() != nil && IsRoot(obj.Pkg().Path()) && method(named, "HasSynced") != nil
}

// IsRegistration reports whether typ is a registration that can be asked.
func IsRegistration(typ types.Type) bool {
	named, ok := types.Unalias(typ).(*types.Named)
	return ok && isRegistration(named)
}

// HandlersAwaitable reports whether the client-go that a package is built with
// has registrations that can be asked.
func HandlersAwaitable(pkg *types.Package) bool {
	const deep = 4 // imports of imports: a package may only use a wrapper
	seen := make(map[*types.Package]bool)
	var look func(p *types.Package, depth int) (found, known bool)
	look = func(p *types.Package, depth int) (found, known bool) {
		if seen[p] || depth > deep {
			return false, false
		}
		seen[p] = true
		if IsRoot(p.Path()) {
			tn := p.Scope().Lookup(registration)
			return tn != nil && IsRegistration(tn.Type()), true
		}
		for _, imp := range p.Imports() {
			if found, known := look(imp, depth+1); known {
				return found, true
			}
		}
		return false, false
	}
	found, _ := look(pkg, 0)
	return found
}
