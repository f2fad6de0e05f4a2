package load

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/results"
)

// A Keep is how a load uses what earlier loads have found out. The results of a
// package are kept by the hash of its sources and of all that it imports, of
// the go command's environment, and of Tool.
type Keep struct {
	Store *results.Store
	// Tool stands for the program and for all of its flags that results depend on.
	Tool results.Key
	// Beside returns the text of what else the results of packages in a directory
	// that can be edited depend on: a config file.
	Beside func(dir string) string
	// Record returns what is to be kept of a package that has been analyzed; nil if
	// that is nothing.
	Record func(pkg *packages.Package, asked bool) []byte
	// Decode reads what Record has returned.
	Decode func(data []byte) (kept any, err error)
	// Restore takes the results of a package that is not analyzed. The package has a
	// file set, and types if results of others depend on them.
	Restore func(pkg *packages.Package, asked bool, kept any)
}

// A state says what is done with a unit.
type state uint8

const (
	unused   state = iota // nobody needs its types; what is kept of it may be restored
	typed                 // type-checked, for its importers
	analyzed              // and analyzed
)

// lean reports whether nothing is looked at that analyzers do not ask for.
func (cfg *Config) lean() bool { return cfg.Lean || cfg.Analyze != nil }

// known reports whether the results of a unit come from an earlier run.
func (u *unit) known() bool { return u.kept != nil }

// plan decides which packages have to be type-checked, and which analyzed: those
// of which nothing is kept, and what they need.
func (ck *checker) plan(l *lister) {
	p := &planner{checker: ck, beside: make(map[string]string)}
	if ck.cfg.Keep != nil && l.env != nil && l.now != nil {
		p.env, p.files = l.env, newMemory(l.now)
		h := results.NewHash("environment")
		h.Key(ck.cfg.Keep.Tool)
		p.env.hash(h)
		p.base = h.Sum()
		for _, u := range ck.order {
			u.key = p.key(u)
		}
		ck.planner = p
	}
	for _, u := range ck.order {
		switch {
		case !ck.cfg.lean():
			u.state = analyzed // the caller may look at anything
		case u.root && !p.fetch(u):
			p.analyze(u)
		}
	}
	for _, u := range ck.order {
		if u.state == unused && u.known() {
			u.pkg.Fset = ck.fset
			ck.cfg.Keep.Restore(u.pkg, u.root, u.kept)
		}
	}
	ck.order = slices.DeleteFunc(ck.order, func(u *unit) bool { return u.state == unused })
}

// A planner knows what the results of packages depend on.
type planner struct {
	*checker
	env    goEnv       // nil if nothing is kept
	base   results.Key // of what is the same for all packages
	files  memory
	beside map[string]string
}

// key returns what the results of a unit are kept by. Those of its imports come
// first in the checker's order.
func (p *planner) key(u *unit) results.Key {
	pkg := u.pkg
	h := results.NewHash("package")
	h.Key(p.base)
	h.Text(pkg.ID, pkg.PkgPath, pkg.Name, pkg.ForTest, string(rune('0'+u.depth)))
	if u.root {
		h.Text("asked")
	}
	if m := pkg.Module; m != nil {
		h.Text(m.Path, m.Version, m.GoVersion)
	}
	h.Texts(pkg.CompiledGoFiles)
	h.Texts(pkg.OtherFiles)
	h.Texts(pkg.IgnoredFiles)
	if !p.env.fixed(pkg.Dir) && pkg.PkgPath != "unsafe" {
		for _, name := range pkg.CompiledGoFiles {
			h.Key(p.content(name))
		}
		h.Text(p.besides(pkg.Dir))
	}
	for _, path := range slices.Sorted(maps.Keys(pkg.Imports)) {
		h.Text(path)
		h.Key(p.units[pkg.Imports[path]].key)
	}
	return h.Sum()
}

// content returns the hash of a file that can be edited. A file that the snapshot
// does not have gets a hash that no file has.
func (p *planner) content(name string) results.Key {
	if f := p.files.files[name]; f != nil {
		return f.Content
	}
	return results.Key{}
}

func (p *planner) besides(dir string) string {
	text, ok := p.beside[dir]
	if !ok && p.cfg.Keep.Beside != nil {
		text = p.cfg.Keep.Beside(dir)
		p.beside[dir] = text
	}
	return text
}

// fetch looks for what is kept of a unit.
func (p *planner) fetch(u *unit) bool {
	if p.env == nil || u.known() {
		return u.known()
	}
	data, ok := p.cfg.Keep.Store.Get(u.key)
	if !ok {
		return false
	}
	kept, err := p.cfg.Keep.Decode(data)
	if err != nil {
		return false
	}
	u.kept = kept
	return true
}

// analyze has a unit analyzed: that needs the types of all that it imports, and
// the facts of what it imports itself. Nothing needs the facts of the rest: those of a
// modelled package are in a table, so what only such packages import is not analyzed.
func (p *planner) analyze(u *unit) {
	if u.state == analyzed {
		return
	}
	u.state = analyzed
	for _, imp := range u.pkg.Imports {
		v := p.units[imp]
		p.types(v)
		if v.state != analyzed && !p.fetch(v) {
			p.analyze(v)
		}
	}
}

// types has a unit type-checked. What is in a table is analyzed as well: there
// is nothing to it, and so nothing to keep.
func (p *planner) types(u *unit) {
	if u.state != unused {
		return
	}
	u.state = typed
	for _, imp := range u.pkg.Imports {
		p.types(p.units[imp])
	}
	if u.depth == Types {
		u.state = analyzed
	}
}

// unfit reports whether the results of a unit are not for keeping: it or an
// import has errors, which are to be told each time; or a source file of one has
// changed since the key was made, for an editor may save while we work.
func (p *planner) unfit(u *unit) bool {
	if len(u.errs) > 0 || len(u.tests) > 0 {
		return true
	}
	for _, imp := range u.pkg.Imports {
		if p.units[imp].unfit {
			return true
		}
	}
	if p.env.fixed(u.pkg.Dir) {
		return false
	}
	for _, name := range u.pkg.CompiledGoFiles {
		f := p.files.files[name]
		if f == nil {
			return true
		}
		if now, _ := results.StateOf(name); now != f.State {
			return true
		}
	}
	return p.cfg.Keep.Beside != nil && p.cfg.Keep.Beside(u.pkg.Dir) != p.beside[u.pkg.Dir]
}

// record keeps the results of a unit that has been analyzed.
func (ck *checker) record(u *unit) {
	if ck.planner == nil {
		return
	}
	u.unfit = ck.planner.unfit(u)
	if u.depth == Types || u.unfit {
		return
	}
	if data := ck.cfg.Keep.Record(u.pkg, u.root); data != nil {
		ck.cfg.Keep.Store.Put(u.key, data)
	}
}
