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

// ComparesParts reports whether a type is one of the predicates that let all creations
// through, and of the updates those that change some part: an object that was created
// again may have it as it was.
func ComparesParts(typ types.Type) bool {
	name, ok := strings.CutPrefix(typeName(typ), predicatePkg)
	if !ok {
		return false
	}
	switch strings.TrimPrefix(name, "Typed") {
	case "LabelChangedPredicate", "AnnotationChangedPredicate", "GenerationChangedPredicate":
		return true
	}
	return false
}
