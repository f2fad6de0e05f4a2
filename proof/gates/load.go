package gates

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// instrumented are the packages of client-go that get gates.
var instrumented = map[string][]string{
	V037: {"tools/cache", "tools/cache/synctrack", "informers", "dynamic/dynamicinformer", "tools/leaderelection"},
	V026: {"tools/cache", "informers", "dynamic/dynamicinformer", "tools/leaderelection"},
}

// instrumentedKnown are the packages that the known bugs are in.
var instrumentedKnown = []string{"tools/cache", "tools/cache/synctrack", "util/workqueue"}

// load loads packages in the build directory.
func (b *build) load(ctx context.Context, patterns ...string) ([]*packages.Package, error) {
	return packages.Load(&packages.Config{
		Context: ctx,
		Dir:     b.dir,
		Env:     append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "PWD="+b.dir),
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedSyntax |
			packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedModule,
	}, patterns...)
}

// clientGo returns the patterns of the packages of client-go that get gates.
func (b *build) clientGo() (patterns []string) {
	list := instrumented[b.version]
	if b.known {
		list = slices.DeleteFunc(slices.Clone(instrumentedKnown), func(p string) bool {
			return p == "tools/cache/synctrack" && b.version != V037
		})
	}
	for _, p := range list {
		patterns = append(patterns, "k8s.io/client-go/"+p)
	}
	return patterns
}

// instrument puts gates into packages. The files go to where the function says;
// an empty answer leaves a package alone. Packages that do not compile are
// returned, by path, with their first error.
func (b *build) instrument(pkgs []*packages.Package, to func(*packages.Package) string) (broken map[string]string, err error) {
	broken = make(map[string]string)
	for _, p := range pkgs {
		dir := to(p)
		if dir == "" {
			continue
		}
		if len(p.Errors) > 0 {
			// The go command's own messages begin with a line that names the package.
			msg := p.Errors[0].Msg
			if head, rest, ok := strings.Cut(msg, "\n"); ok && strings.HasPrefix(head, "# ") {
				msg = rest
			}
			broken[p.PkgPath], _, _ = strings.Cut(msg, "\n")
			continue
		}
		if b.counts[p.PkgPath] == nil {
			b.counts[p.PkgPath] = make(Counts)
		}
		for _, f := range p.Syntax {
			name := p.Fset.File(f.Pos()).Name()
			src, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			out, counts, err := Instrument(p, f, src, gatePath)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", p.PkgPath, err)
			}
			for kind, n := range counts {
				b.counts[p.PkgPath][kind] += n
			}
			if err := b.write(path.Join(dir, filepath.Base(name)), out); err != nil {
				return nil, err
			}
		}
	}
	return broken, nil
}

// addGates puts gates into client-go and the programs, and returns where the
// source of client-go is.
func (b *build) addGates(ctx context.Context) (source string, err error) {
	patterns := b.clientGo()
	if !b.known {
		for _, tree := range []string{badTree, fixedTree} {
			for _, c := range checks {
				patterns = append(patterns, "./"+tree+"/"+c+"/...")
			}
		}
	}
	b.logf("%s: loading", b.version)
	pkgs, err := b.load(ctx, patterns...)
	if err != nil {
		return "", err
	}
	broken, err := b.instrument(pkgs, func(p *packages.Package) string {
		if rel, ok := strings.CutPrefix(p.PkgPath, "k8s.io/client-go/"); ok {
			if p.Module != nil {
				source = p.Module.Dir
			}
			return "client-go/" + rel
		}
		if p.Name == "main" {
			return ""
		}
		return strings.TrimPrefix(p.PkgPath, moduleName+"/")
	})
	if err != nil {
		return "", err
	}
	if source == "" {
		err = errors.New("client-go is not a module")
	}
	return source, errors.Join(b.skipBroken(broken), err)
}

// skipBroken leaves the programs out that do not compile with this client-go.
func (b *build) skipBroken(broken map[string]string) error {
	for p, msg := range broken {
		if strings.HasPrefix(p, "k8s.io/") {
			return fmt.Errorf("%s: %s", p, msg)
		}
		for _, s := range b.scenarios {
			for _, tree := range []string{badTree, fixedTree} {
				dir := moduleName + "/" + tree + "/" + s.dir
				if (p == dir || strings.HasPrefix(p, dir+"/")) && s.skip == "" {
					s.skip = fmt.Sprintf("it does not compile with client-go %s: %s", b.version, msg)
				}
			}
		}
	}
	return nil
}
