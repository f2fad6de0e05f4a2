// Package unitfast spares go vet most of the work for a tool whose checks
// need informers.
//
// For any tool, golang.org/x/tools/go/analysis/unitchecker parses and
// type-checks every package below the ones that were asked for, since it
// leaves the types of each for the packages that import it. But of the 700
// packages below a client-go program most reach no informer, and the
// behaviour of most others is in a table. So, before unitchecker sees a unit:
//
//   - A package that cannot reach an informer, which the facts of its direct
//     imports tell, gets a file without types and facts. It is not even parsed
//     unless it may export a fact.
//   - A package whose behaviour is in the table gets the facts that its
//     analysis would give, and no types.
//   - Any other is analyzed with the types of its imports from the compiler's
//     export data, which go vet has at hand. Its findings are printed as
//     unitchecker prints them. If they are wanted in another form, or there are
//     errors, unitchecker gets the same types, as if it had written them when it
//     looked at the imports, and does the rest.
//
// What go vet says is the same, except that a package without informers is
// not type-checked: its type errors are left to the compiler.
//
// Where something is not as expected the unit is left to unitchecker as it
// is: see stock.
package unitfast

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/go/gcexportdata"
)

// Rules say which packages matter to the analyzers.
type Rules struct {
	// Reach are package facts that each package which can reach an informer
	// exports, and no other. Their zero values are what a modelled package
	// exports.
	Reach []analysis.Fact
	// Other are the facts that other packages may export.
	Other []analysis.Fact
	// Root reports whether a package declares informers, by its path.
	Root func(path string) bool
	// Modelled reports whether nothing of a package is analyzed if it was not
	// asked for, by its path.
	Modelled func(path string) bool
	// MayExport reports whether a package that cannot reach an informer may
	// export one of Other. A yes too many costs time, a no too many a fact.
	MayExport func(path string, files, imports []string) bool
	// JSON writes the findings of a package, by the names of the analyzers, as
	// unitchecker does.
	JSON func(w io.Writer, packageID string, fset *token.FileSet, found map[string][]analysis.Diagnostic) error
}

// A Way is how a unit is dealt with.
type Way int

// The ways.
const (
	Stock    Way = iota // left to unitchecker as it is
	Stub                // reaches no informer: nothing to do
	Model               // modelled: its facts are known
	Direct              // analyzed, without findings
	Printed             // analyzed, with findings, which are printed
	Complete            // left to unitchecker, with types for its imports
)

func (w Way) String() string {
	return [...]string{"stock", "stub", "model", "direct", "printed", "complete"}[w]
}

// An Answer says how a unit was dealt with.
type Answer struct {
	Way  Way
	Args []string // to go on with, for unitchecker; nil if it is not to look at the unit
	Exit int      // the exit code, where Args are nil
}

// Unit looks at a call of the tool by go vet. The error says that neither this
// package nor unitchecker can deal with the unit.
func (r Rules) Unit(args []string, analyzers []*analysis.Analyzer) (Answer, error) {
	stock := Answer{Way: Stock, Args: args}
	if len(args) == 0 || !strings.HasSuffix(args[len(args)-1], ".cfg") || !r.cover(analyzers) || !knownTools() {
		return stock, nil
	}
	u := &unit{Rules: r, file: args[len(args)-1]}
	data, err := os.ReadFile(u.file)
	if err != nil || json.Unmarshal(data, &u.cfg) != nil {
		return stock, nil // unitchecker says what is wrong
	}
	if !u.sound() {
		return stock, nil
	}
	reaches := u.reaches()
	switch {
	case !reaches && !r.MayExport(u.cfg.ImportPath, u.cfg.GoFiles, slices.Collect(maps.Keys(u.cfg.ImportMap))):
		return Answer{Way: Stub}, u.leave(args, nil)
	case reaches && u.cfg.VetxOnly && r.Modelled(u.cfg.ImportPath):
		facts, err := encodeFacts(u.cfg.ImportPath, r.Reach)
		if err != nil {
			return Answer{Way: Model}, err
		}
		return Answer{Way: Model}, u.leave(args, facts)
	}
	if only(args, "json", "fix", "diff", "c") { // which do not change what is found
		p, facts, err := u.direct(analyzers)
		switch {
		case err != nil: // unitchecker is to say so
		case len(p.found) == 0:
			return Answer{Way: Direct}, u.leave(args, facts)
		case only(args, "json"):
			return p.print(args, analyzers, facts)
		}
	}
	file, err := u.complete(data)
	if err != nil {
		return Answer{Way: Complete}, fmt.Errorf("%s: %w (the flag -stock takes the longer way)", u.cfg.ImportPath, err)
	}
	return Answer{Way: Complete, Args: append(slices.Clone(args[:len(args)-1]), file)}, nil
}

// only reports whether there are no flags but these.
func only(args []string, flags ...string) bool {
	for _, arg := range args[:len(args)-1] {
		name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if !slices.Contains(flags, name) {
			return false
		}
	}
	return true
}

// cover reports whether the rules speak of every fact of the analyzers. Of a
// fact that was added later nothing is known.
func (r Rules) cover(analyzers []*analysis.Analyzer) bool {
	covered := make(map[reflect.Type]bool)
	for _, f := range slices.Concat(r.Reach, r.Other) {
		covered[reflect.TypeOf(f)] = true
	}
	seen := make(map[*analysis.Analyzer]bool)
	var visit func(as []*analysis.Analyzer) bool
	visit = func(as []*analysis.Analyzer) bool {
		for _, a := range as {
			if seen[a] {
				continue
			}
			seen[a] = true
			for _, f := range a.FactTypes {
				if !covered[reflect.TypeOf(f)] {
					return false
				}
			}
			if !visit(a.Requires) {
				return false
			}
		}
		return true
	}
	return visit(analyzers)
}

// knownTools reports whether the program was built with the x/tools whose
// format is known. A variable, since go test leaves versions out of its
// programs.
var knownTools = sync.OnceValue(func() bool {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return false
	}
	for _, m := range info.Deps {
		if m.Path == "golang.org/x/tools" {
			return m.Version == known && m.Replace == nil
		}
	}
	return false
})

// A unit is one package to look at.
type unit struct {
	Rules
	file  string
	cfg   unitchecker.Config
	below map[string]*vetx // by path: what was left for direct imports
}

// sound reports whether everything is as expected: the files that the tool
// left for the imports can be read, and the packages that import this one,
// which may get no types from it, will find the compiler's export data. The
// cfg does not say that of them, so what it says of this package's own imports
// has to do: all have export data, and that of the smallest can be read.
//
// If an import was left without types, the question is decided: there is no
// way back. So only the packages at the bottom are asked. Those without any
// imports cannot tell, and always leave types.
func (u *unit) sound() bool {
	if u.cfg.Compiler != "gc" || u.cfg.VetxOutput == "" || len(u.cfg.GoFiles) == 0 || len(u.cfg.PackageVetx) == 0 {
		return false
	}
	u.below = make(map[string]*vetx, len(u.cfg.PackageVetx))
	decided := false
	for path, name := range u.cfg.PackageVetx {
		v, err := readVetx(name)
		if err != nil {
			return false
		}
		u.below[path] = v
		decided = decided || v.types == 0
	}
	if decided {
		return true
	}
	var smallest string
	var size int64
	for path := range u.below {
		st, err := os.Stat(u.cfg.PackageFile[path])
		if err != nil {
			return false
		}
		if smallest == "" || st.Size() < size || st.Size() == size && path < smallest {
			smallest, size = path, st.Size()
		}
	}
	_, err := readTypes(token.NewFileSet(), make(map[string]*types.Package), smallest, u.cfg.PackageFile[smallest])
	return err == nil
}

// reaches reports whether the package can reach an informer.
func (u *unit) reaches() bool {
	if u.Root(u.cfg.ImportPath) {
		return true
	}
	for _, path := range u.cfg.ImportMap {
		if u.Root(path) {
			return true
		}
	}
	for path, v := range u.below {
		if u.Root(path) || v.has(u.Reach) {
			return true
		}
	}
	return false
}

// leave leaves the facts, and what else a package without findings leaves.
func (u *unit) leave(args []string, facts []byte) error {
	if err := writeVetx(u.cfg.VetxOutput, nil, facts); err != nil || u.cfg.VetxOnly {
		return err
	}
	if u.cfg.Stdout != "" {
		text := ""
		if IsSet(args, "json") && !IsSet(args, "fix") {
			text = "{}\n"
		}
		if err := os.WriteFile(u.cfg.Stdout, []byte(text), 0o666); err != nil {
			return err
		}
	}
	if u.cfg.FixArchive == "" || !IsSet(args, "fix") {
		return nil
	}
	f, err := os.Create(u.cfg.FixArchive)
	if err != nil {
		return err
	}
	z := zip.NewWriter(f)
	return errors.Join(z.SetComment(u.cfg.ID), z.Close(), f.Close())
}

// IsSet reports whether a boolean flag is among the arguments of a tool.
func IsSet(args []string, name string) bool {
	set := false
	for _, arg := range args {
		flag, value, hasValue := strings.Cut(arg, "=")
		if flag != "-"+name && flag != "--"+name {
			continue
		}
		set = true
		if b, err := strconv.ParseBool(value); hasValue && err == nil {
			set = b
		}
	}
	return set
}

// complete gives types to the imports without, and returns the name of a unit
// that is the same but for them. The files are beside the original's, in the
// directory that go vet has for the unit and deletes afterwards.
func (u *unit) complete(data []byte) (string, error) {
	var lacking []string
	for path, v := range u.below {
		if v.types == 0 {
			lacking = append(lacking, path)
		}
	}
	if len(lacking) == 0 {
		return u.file, nil
	}
	slices.Sort(lacking)
	dir, err := os.MkdirTemp(filepath.Dir(u.file), "types")
	if err != nil {
		return "", err
	}
	fset := token.NewFileSet()
	imports := make(map[string]*types.Package)
	pkgs := make([]*types.Package, len(lacking))
	for i, path := range lacking {
		if pkgs[i], err = readTypes(fset, imports, path, u.cfg.PackageFile[path]); err != nil {
			return "", err
		}
	}
	files := make(map[string]string, len(u.cfg.PackageVetx))
	for path, name := range u.cfg.PackageVetx {
		files[path] = name
	}
	for i, path := range lacking {
		var buf bytes.Buffer
		if err := gcexportdata.Write(&buf, fset, pkgs[i]); err != nil {
			return "", err
		}
		files[path] = filepath.Join(dir, strconv.Itoa(i)+".vetx")
		if err := writeVetx(files[path], buf.Bytes()[1:], u.below[path].facts); err != nil {
			return "", err
		}
	}
	// By the names of the fields, so that what this x/tools does not know of
	// the format of units is kept.
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return "", err
	}
	if fields["PackageVetx"], err = json.Marshal(files); err != nil {
		return "", err
	}
	if data, err = json.Marshal(fields); err != nil {
		return "", err
	}
	name := filepath.Join(dir, filepath.Base(u.file))
	return name, os.WriteFile(name, data, 0o666)
}

// readTypes reads the compiler's export data of a package.
func readTypes(fset *token.FileSet, imports map[string]*types.Package, path, name string) (pkg *types.Package, err error) {
	defer func() {
		// The reader panics at formats from its future.
		if r := recover(); r != nil {
			pkg, err = nil, fmt.Errorf("export data of %s: %v", path, r)
		}
	}()
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() // only read
	//lint:ignore SA1019 go vet of Go 1.26 hands over archives; when it no longer does, sound says no
	r, err := gcexportdata.NewReader(f)
	if err != nil {
		return nil, fmt.Errorf("export data of %s: %w", path, err)
	}
	return gcexportdata.Read(r, fset, imports, path)
}
