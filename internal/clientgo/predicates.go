package clientgo

import (
	"go/types"
	"strings"
)

const predicatePkg = ctrlRoot + "/pkg/predicate."

// A Joint is how predicates are put together (pkg/predicate/predicate.go,
// controller-runtime v0.25).
type Joint int

// The joints.
const (
	NoJoint Joint = iota
	And           // all are asked
	AndAll        // those of a controller, beside the predicates of each of its watches
	Or            // one is enough
	Not
)

// JoinsPredicates says how a function puts predicates together.
func JoinsPredicates(fn *types.Func) Joint {
	if fn == nil || fn.Pkg() == nil || !under(Path(fn.Pkg().Path()), ctrlRoot) {
		return NoJoint
	}
	sig := fn.Signature()
	switch name := FuncName(fn); {
	case name == predicatePkg+"Or":
		return Or
	case name == predicatePkg+"Not":
		return Not
	case fn.Name() == "WithEventFilter":
		return AndAll
	case sig.Variadic() && isPredicateType(sig.Params().At(sig.Params().Len()-1).Type().(*types.Slice).Elem()):
		return And // predicate.And, builder.WithPredicates, source.Kind, Controller.Watch
	}
	return NoJoint
}

// IsPredicate reports whether a type is the interface of predicates.
func IsPredicate(typ types.Type) bool { return isPredicateType(typ) }

// IsEventHandler reports whether a type is the interface of controller-runtime's handlers
// of events, which queue requests (pkg/handler/eventhandler.go, v0.25).
func IsEventHandler(typ types.Type) bool {
	name, ok := strings.CutPrefix(typeName(typ), ctrlRoot+"/pkg/handler.")
	return ok && strings.TrimPrefix(name, "Typed") == "EventHandler"
}

// EventMethods are the names of the methods of predicates, and of handlers of events, for
// the notifications.
var EventMethods = map[string]HandlerRole{"Create": OnAdd, "Update": OnUpdate, "Delete": OnDelete}

// IsPredicateFuncs reports whether a type is one of controller-runtime's structures of
// predicate functions, which let through what they have no function for.
func IsPredicateFuncs(typ types.Type) bool {
	return handlerStructs[typeName(typ)].style == Predicate
}

func isPredicateType(typ types.Type) bool {
	name, ok := strings.CutPrefix(typeName(typ), predicatePkg)
	return ok && strings.TrimPrefix(name, "Typed") == "Predicate"
}

// MakesPredicate reports whether a function makes one predicate for all events, of a
// function of an object.
func MakesPredicate(fn *types.Func) bool {
	name := FuncName(fn)
	return name == predicatePkg+"NewPredicateFuncs" || name == predicatePkg+"NewTypedPredicateFuncs"
}

// SelectsLabels reports whether a function makes a predicate of a label selector.
func SelectsLabels(fn *types.Func) bool { return FuncName(fn) == predicatePkg+"LabelSelectorPredicate" }

// CreatesAll reports whether a type is one of the predicates that let all creations
// through, and look at updates alone.
func CreatesAll(typ types.Type) bool {
	switch changedPredicate(typ) {
	case "Label", "Annotation", "Generation", "ResourceVersion":
		return true
	}
	return false
}

// ComparesGiven reports whether a type is one of those that, of the updates, let
// through what changes a part that comes with an object's manifest: one that was created
// again may have it as it was. Annotations are also what is kept of one object.
func ComparesGiven(typ types.Type) bool {
	name := changedPredicate(typ)
	return name == "Label" || name == "Generation"
}

func changedPredicate(typ types.Type) string {
	name, _ := strings.CutPrefix(typeName(typ), predicatePkg)
	name, ok := strings.CutSuffix(strings.TrimPrefix(name, "Typed"), "ChangedPredicate")
	if !ok {
		return ""
	}
	return name
}
