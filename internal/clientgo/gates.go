package clientgo

import (
	"go/types"
	"strings"
)

// featureGates is the package of feature gates, which say what is switched on in a
// program from its start.
const featureGates = "k8s.io/component-base/featuregate"

// FeatureGate reports whether a function asks a feature gate.
func FeatureGate(fn *types.Func) bool { return fn.Name() == "Enabled" && ofGates(fn) }

// SetsFeatureGates reports whether a function changes what feature gates answer.
func SetsFeatureGates(fn *types.Func) bool {
	switch fn.Name() {
	case "Set", "SetFromMap", "OverrideDefault", "ResetFeatureValueToDefault":
		return ofGates(fn)
	}
	return false
}

func ofGates(fn *types.Func) bool {
	return fn.Pkg() != nil && Path(fn.Pkg().Path()) == featureGates && fn.Signature().Recv() != nil
}

// DeclaresFlags reports whether the functions of a package say where the values of
// command-line flags are kept. They are set before anything is run.
func DeclaresFlags(pkg *types.Package) bool {
	path := Path(pkg.Path())
	return path == "flag" || strings.HasPrefix(path, "github.com/spf13/pflag")
}
