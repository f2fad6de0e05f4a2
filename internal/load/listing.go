package load

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/results"
)

// A listing is what the go command lists, in a form that can be kept. Where the
// go command takes seconds, for a large repository, this takes a tenth.
type listing struct {
	Packages []listed
	Roots    []int // what the patterns name, in Packages
	Outline  outline
}

type listed struct {
	ID, Name, PkgPath, Dir, ForTest        string
	Go, Compiled, Other, Ignored, Embedded []string // relative to Dir, if below it
	Imports                                []imported
	Module                                 *listedModule
}

type imported struct {
	Path    string
	Package int
}

type listedModule struct {
	Path, Version, GoVersion, Dir, GoMod string
	Main                                 bool
}

// A keptSnapshot belongs to a listing, which it names by its hash.
type keptSnapshot struct {
	Listing  results.Key
	Snapshot snapshot
}

// A lister lists packages, by way of what an earlier run has kept.
type lister struct {
	cfg      Config
	patterns []string
	env      goEnv // nil: nothing can be kept
	key      results.Key

	now *snapshot // of the sources, if they are known
}

// list returns the packages that the patterns name.
func (l *lister) list() ([]*packages.Package, error) {
	if l.cfg.Keep == nil {
		return l.ask()
	}
	env, err := readGoEnv(l.cfg)
	if err != nil || !env.keepable(l.cfg) {
		return l.ask() // which says what is wrong
	}
	dir, err := filepath.Abs(l.cfg.Dir)
	if err != nil {
		return l.ask()
	}
	h := results.NewHash("listing")
	h.Key(l.cfg.Keep.Tool)
	h.Text(dir)
	h.Texts(l.patterns)
	h.Texts(l.cfg.BuildFlags)
	if l.cfg.Tests {
		h.Text("tests")
	}
	env.hash(h)
	l.env, l.key = env, h.Sum()

	old, list := l.earlier()
	if list != nil {
		if now, err := list.Outline.take(&old.Snapshot); err == nil && now.sameListing(&old.Snapshot) {
			if !now.same(&old.Snapshot) {
				l.keep(l.snapshotKey(), keptSnapshot{old.Listing, *now})
			}
			if pkgs := list.graph(env); present(pkgs) {
				l.now = now
				return pkgs, nil
			}
		}
	}
	return l.anew(old)
}

// anew asks the go command, and keeps what it says.
func (l *lister) anew(old *keptSnapshot) ([]*packages.Package, error) {
	start := time.Now()
	pkgs, err := l.ask()
	if err != nil {
		return nil, err
	}
	list, err := newListing(pkgs, l.env)
	if err != nil {
		l.env = nil
		return pkgs, nil
	}
	var earlier *snapshot
	if old != nil {
		earlier = &old.Snapshot
	}
	now, err := list.Outline.take(earlier)
	if err != nil {
		l.env = nil
		return pkgs, nil
	}
	l.now = now
	if !now.older(start) {
		return pkgs, nil // the next run will find it so
	}
	if sum, ok := l.keep(l.key, list); ok {
		l.keep(l.snapshotKey(), keptSnapshot{sum, *now})
	}
	return pkgs, nil
}

// earlier returns what was kept, if it is whole.
func (l *lister) earlier() (*keptSnapshot, *listing) {
	var old keptSnapshot
	data, ok := l.cfg.Keep.Store.Get(l.snapshotKey())
	if !ok || gob.NewDecoder(bytes.NewReader(data)).Decode(&old) != nil {
		return nil, nil
	}
	var list listing
	data, ok = l.cfg.Keep.Store.Get(l.key)
	if !ok || results.Of(data) != old.Listing || gob.NewDecoder(bytes.NewReader(data)).Decode(&list) != nil {
		return &old, nil
	}
	return &old, &list
}

func (l *lister) snapshotKey() results.Key {
	h := results.NewHash("snapshot")
	h.Key(l.key)
	return h.Sum()
}

// keep keeps a value and returns its hash.
func (l *lister) keep(key results.Key, value any) (results.Key, bool) {
	var buf bytes.Buffer
	if err := gob.NewEncoder(&buf).Encode(value); err != nil {
		return results.Key{}, false
	}
	l.cfg.Keep.Store.Put(key, buf.Bytes())
	return results.Of(buf.Bytes()), true
}

// ask asks the go command.
func (l *lister) ask() ([]*packages.Package, error) {
	mode := listMode
	if l.env != nil {
		mode |= packages.NeedEmbedFiles
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode: mode, Dir: l.cfg.Dir, Env: l.cfg.Env, BuildFlags: l.cfg.BuildFlags, Tests: l.cfg.Tests,
	}, l.patterns...)
	if err == nil && len(pkgs) == 0 {
		err = fmt.Errorf("%s: %w", strings.Join(l.patterns, " "), ErrNoMatch)
	}
	return testVariants(pkgs), err
}

// errNotKept says that a listing is not for keeping.
var errNotKept = errors.New("not to be kept")

// newListing makes a listing of packages. It is an error if one of them has
// errors, whose reasons may be anywhere, or if the go command has made files of
// what can be edited (cgo), for it alone knows of what else.
func newListing(roots []*packages.Package, env goEnv) (*listing, error) {
	l := new(listing)
	index := make(map[*packages.Package]int)
	var outline outlineOf
	var err error
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		if len(pkg.Errors) > 0 {
			err = errNotKept
		}
		index[pkg] = len(l.Packages)
		entry := listed{
			ID: pkg.ID, Name: pkg.Name, PkgPath: pkg.PkgPath, Dir: pkg.Dir, ForTest: pkg.ForTest,
			Go: relative(pkg.Dir, pkg.GoFiles), Compiled: relative(pkg.Dir, pkg.CompiledGoFiles), Other: relative(pkg.Dir, pkg.OtherFiles),
			Ignored: relative(pkg.Dir, pkg.IgnoredFiles), Embedded: relative(pkg.Dir, pkg.EmbedFiles),
		}
		for path, imp := range pkg.Imports {
			entry.Imports = append(entry.Imports, imported{path, index[imp]})
		}
		slices.SortFunc(entry.Imports, func(a, b imported) int { return strings.Compare(a.Path, b.Path) })
		if m := pkg.Module; m != nil {
			entry.Module = &listedModule{Path: m.Path, Version: m.Version, GoVersion: m.GoVersion, Dir: m.Dir, GoMod: m.GoMod, Main: m.Main}
		}
		l.Packages = append(l.Packages, entry)
		if !outline.add(pkg, env) {
			err = errNotKept
		}
	})
	for _, pkg := range roots {
		l.Roots = append(l.Roots, index[pkg])
	}
	l.Outline = outline.done(env)
	return l, err
}

// relative makes the paths of files in dir relative to it.
func relative(dir string, names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		if rest, ok := strings.CutPrefix(name, dir+string(filepath.Separator)); ok && dir != "" {
			name = rest
		}
		out[i] = name
	}
	return out
}

// absolute is the reverse.
func absolute(dir string, names []string) []string {
	if len(names) == 0 {
		return nil
	}
	out := make([]string, len(names))
	for i, name := range names {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		out[i] = name
	}
	return out
}

// graph makes packages of a listing.
func (l *listing) graph(env goEnv) []*packages.Package {
	pkgs := make([]*packages.Package, len(l.Packages))
	for i := range pkgs {
		pkgs[i] = new(packages.Package)
	}
	for i, e := range l.Packages {
		pkg := pkgs[i]
		pkg.ID, pkg.Name, pkg.PkgPath, pkg.Dir, pkg.ForTest = e.ID, e.Name, e.PkgPath, e.Dir, e.ForTest
		pkg.GoFiles, pkg.CompiledGoFiles, pkg.OtherFiles = absolute(e.Dir, e.Go), absolute(e.Dir, e.Compiled), absolute(e.Dir, e.Other)
		pkg.IgnoredFiles, pkg.EmbedFiles = absolute(e.Dir, e.Ignored), absolute(e.Dir, e.Embedded)
		pkg.Imports = make(map[string]*packages.Package, len(e.Imports))
		for _, imp := range e.Imports {
			pkg.Imports[imp.Path] = pkgs[imp.Package]
		}
		if m := e.Module; m != nil {
			pkg.Module = &packages.Module{Path: m.Path, Version: m.Version, GoVersion: m.GoVersion, Dir: m.Dir, GoMod: m.GoMod, Main: m.Main}
		}
		pkg.TypesSizes = env.sizes()
	}
	roots := make([]*packages.Package, len(l.Roots))
	for i, n := range l.Roots {
		roots[i] = pkgs[n]
	}
	return roots
}

// present reports whether the files are there that no snapshot sees: those that
// the go command has made, which its cache may have lost, and embedded ones.
func present(roots []*packages.Package) bool {
	ok := true
	packages.Visit(roots, nil, func(pkg *packages.Package) {
		for _, name := range pkg.CompiledGoFiles {
			if !within(name, pkg.Dir) {
				ok = ok && exists(name)
			}
		}
		for _, name := range pkg.EmbedFiles {
			ok = ok && exists(name)
		}
	})
	return ok
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// An outlineOf collects the outline of the packages of a listing.
type outlineOf struct{ modules, dirs, files map[string]bool }

// add adds what of a package may be edited; false if that is not known.
func (o *outlineOf) add(pkg *packages.Package, env goEnv) bool {
	if pkg.PkgPath == "unsafe" || env.fixed(pkg.Dir) {
		return true
	}
	if pkg.Module == nil || pkg.Dir == "" {
		return false
	}
	for _, name := range pkg.CompiledGoFiles {
		if filepath.Dir(name) != pkg.Dir {
			return false
		}
	}
	if o.dirs == nil {
		o.modules, o.dirs, o.files = make(map[string]bool), make(map[string]bool), make(map[string]bool)
	}
	o.dirs[pkg.Dir] = true
	if mod := pkg.Module.GoMod; mod != "" && !env.fixed(mod) {
		o.files[mod] = true
	}
	if dir := pkg.Module.Dir; pkg.Module.Main && dir != "" {
		o.modules[dir] = true
		o.files[filepath.Join(dir, "go.sum")] = true
		o.files[filepath.Join(dir, "vendor", "modules.txt")] = true
	}
	return true
}

// done returns the outline.
func (o *outlineOf) done(env goEnv) outline {
	files := maps.Clone(o.files)
	if files == nil {
		files = make(map[string]bool)
	}
	files[env["GOMOD"]] = true
	if work := env["GOWORK"]; work != "" && work != "off" {
		files[work], files[work+".sum"] = true, true
		files[filepath.Join(filepath.Dir(work), "vendor", "modules.txt")] = true
	}
	return outline{slices.Sorted(maps.Keys(o.modules)), slices.Sorted(maps.Keys(o.dirs)), slices.Sorted(maps.Keys(files))}
}
