package clientgo

import (
	"go/types"
	"strings"
)

// keepsNothing are packages whose functions neither keep nor call what they
// are given: printing and formatting, errors, plain data.
var keepsNothing = map[string]bool{
	"fmt": true, "log": true, "log/slog": true, "errors": true, "strings": true, "strconv": true, "os": true, "time": true,
	"path": true, "path/filepath": true, "bytes": true, "unicode": true, "math": true,
	"k8s.io/klog": true, "k8s.io/klog/v2": true, "github.com/golang/glog": true, "github.com/sirupsen/logrus": true,
	"go.uber.org/zap": true, "github.com/pkg/errors": true, "github.com/go-logr/logr": true,
	"k8s.io/apimachinery/pkg/util/runtime": true, "k8s.io/apimachinery/pkg/util/sets": true,
}

// KeepsNothing reports whether the functions of a package, by its path without
// vendor prefix, neither keep nor call what they are given.
func KeepsNothing(path string) bool { return keepsNothing[path] }

// IsElection reports whether a package is that of leader elections, whose
// configurations hold the functions that a leader runs.
func IsElection(path string) bool { return under(path, "k8s.io/client-go/tools/leaderelection") }

// IsData reports whether the values of a package, by its path without vendor
// prefix, hold no informers: it is modelled, or has API types, clients or flags.
func IsData(path string) bool {
	return Modelled(path) && !IsRoot(path) || strings.Contains(path, "/clientset") || strings.Contains(path, "k8s.io/api/") || strings.HasPrefix(path, "github.com/spf13/pflag")
}

// MakesLister reports whether a function of this name makes a lister of a
// store: NewPodLister(indexer) reads, and no more.
func MakesLister(name string) bool {
	return strings.HasPrefix(name, "New") && strings.HasSuffix(name, "Lister")
}

// ReadsStore reports whether fn is a method of client-go's stores and indexers
// that looks something up.
func ReadsStore(fn *types.Func) bool {
	return fn.Pkg() != nil && IsRoot(fn.Pkg().Path()) &&
		(fn.Name() == "List" || fn.Name() == "ListKeys" || strings.HasPrefix(fn.Name(), "Get") || strings.HasPrefix(fn.Name(), "By"))
}

var waitWords = []string{"Wait", "Poll", "Sleep", "Until", "Sync"}

// MayWait reports whether the name or the package of a function says that it
// may wait for something.
func MayWait(fn *types.Func) bool {
	if fn.Pkg() != nil && Path(fn.Pkg().Path())+"." == waitPkg {
		return true
	}
	for _, word := range waitWords {
		if strings.Contains(fn.Name(), word) {
			return true
		}
	}
	return false
}
