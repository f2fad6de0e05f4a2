package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/driver"
	"github.com/informerlint/informerlint/internal/load"
	"github.com/informerlint/informerlint/internal/results"
)

// cacheVariable names the directory of results where no flag does.
const cacheVariable = "INFORMERLINT_CACHE"

// cacheOff, in place of a directory, keeps nothing.
const cacheOff = "off"

// cacheLimit is how large the directory may become, in bytes: nine times
// what the largest repository that was tried (k8s.io/kubernetes, all packages
// with their tests) takes.
const cacheLimit = 1 << 30

// store opens the directory of results; nil if nothing is to be kept. That the
// default directory cannot be used, as for a user without a home, is no error.
func (o *options) store() (*results.Store, error) {
	dir := o.cache
	if dir == "" {
		dir = os.Getenv(cacheVariable)
	}
	asked := dir != ""
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return nil, nil
		}
		dir = filepath.Join(user, "informerlint")
	}
	if dir == cacheOff || os.Getenv("INFORMERLINT_DUMP") != "" {
		return nil, nil
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	store, err := results.Open(dir)
	if err != nil {
		if asked {
			return nil, fmt.Errorf("-cache %s: %w", dir, err)
		}
		return nil, nil
	}
	return store, nil
}

// keep says how a load is to use the directory.
func (o *options) keep(store *results.Store, checks []*analysis.Analyzer, d *driver.Driver) *load.Keep {
	if store == nil {
		return nil
	}
	tool, err := toolKey(store, checks)
	if err != nil {
		return nil
	}
	return &load.Keep{
		Store: store, Tool: tool, Beside: configText, Decode: d.Decode, Restore: d.Restore,
		Record: func(pkg *packages.Package, asked bool) []byte {
			if crashed() {
				return nil
			}
			return d.Record(pkg, asked)
		},
	}
}

// toolKey stands for this binary, for the checks that run, and for their flags.
// Severities, formats and what is left out count later, and are not part of it.
func toolKey(store *results.Store, checks []*analysis.Analyzer) (results.Key, error) {
	name, err := os.Executable()
	if err != nil {
		return results.Key{}, err
	}
	self, err := store.FileHash(name)
	if err != nil {
		return results.Key{}, err
	}
	h := results.NewHash("tool")
	h.Key(self)
	for _, a := range checks {
		h.Text(a.Name)
	}
	for _, a := range registry() {
		a.Flags.VisitAll(func(f *flag.Flag) { h.Text(a.Name, f.Name, f.Value.String()) })
	}
	return h.Sum(), nil
}

// configText returns the config file that holds in a directory, with its path.
func configText(dir string) string {
	name := config.Nearest(dir)
	if name == "" {
		return ""
	}
	text, err := os.ReadFile(name)
	return fmt.Sprint(name, "\x00", err, "\x00", string(text))
}
