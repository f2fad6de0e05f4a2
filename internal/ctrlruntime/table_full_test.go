//go:build full

package ctrlruntime_test

import (
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"
)

const root = "sigs.k8s.io/controller-runtime"

// The table against the real packages of two versions: what it names is there,
// and means what it says.
func TestTable(t *testing.T) {
	met := make(map[string]bool)
	for _, module := range []string{"controllerruntime", "controllerruntime015"} {
		t.Run(module, func(t *testing.T) {
			dir := filepath.Join(checktest.Dir(t), module)
			if err := checktest.Download(dir); err != nil {
				t.Fatal(err)
			}
			pkgs := load(t, dir)
			look := func(pkg, name string) types.Object {
				p := pkgs[root+pkg]
				if p == nil || p.Scope().Lookup(name) == nil {
					t.Fatalf("there is no %s.%s", pkg, name)
				}
				return p.Scope().Lookup(name)
			}
			for typ, want := range map[[2]string]ctrlruntime.Role{
				{"/pkg/manager", "Manager"}: ctrlruntime.Manager, {"", "Manager"}: ctrlruntime.Manager,
				{"/pkg/cluster", "Cluster"}: ctrlruntime.Cluster,
				{"/pkg/cache", "Cache"}:     ctrlruntime.Cache, {"/pkg/cache", "Informers"}: ctrlruntime.Cache,
				{"/pkg/client", "Client"}: ctrlruntime.Reader, {"/pkg/client", "Reader"}: ctrlruntime.Reader, {"/pkg/client", "WithWatch"}: ctrlruntime.Reader,
				{"/pkg/client", "Writer"}: ctrlruntime.None, {"/pkg/client", "SubResourceReader"}: ctrlruntime.None,
				{"/pkg/manager", "Runnable"}: ctrlruntime.None, {"/pkg/cache", "Informer"}: ctrlruntime.None,
			} {
				obj := look(typ[0], typ[1])
				if got := ctrlruntime.RoleOf(obj.Type()); got != want {
					t.Errorf("%s is a %v, want %v", obj, got, want)
				}
				if start := ctrlruntime.CanStart(obj.Type()); start != (want != ctrlruntime.Reader) {
					t.Errorf("whoever has a %s can start it: %t", obj, start)
				}
			}
			for name, want := range map[[2]string]ctrlruntime.Role{
				{"", "NewManager"}: ctrlruntime.Manager, {"/pkg/manager", "New"}: ctrlruntime.Manager,
				{"/pkg/cluster", "New"}: ctrlruntime.Cluster, {"/pkg/cache", "New"}: ctrlruntime.Cache, {"/pkg/client", "New"}: ctrlruntime.None,
			} {
				if got := ctrlruntime.Makes(look(name[0], name[1])); got != want {
					t.Errorf("%v makes a %v, want %v", name, got, want)
				}
			}
			if !ctrlruntime.NewClient(look("/pkg/client", "New")) || !ctrlruntime.NewClient(look("/pkg/client", "NewWithWatch")) || !ctrlruntime.Wraps(look("/pkg/client", "NewNamespacedClient")) {
				t.Error("the functions of package client are not known")
			}
			for _, options := range []string{"/pkg/manager", "/pkg/cluster"} {
				st := look(options, "Options").Type().Underlying().(*types.Struct)
				live := 0
				for f := range st.Fields() {
					if ctrlruntime.Live(st, f.Name()) {
						live++
					}
				}
				if live < 2 { // NewCache and NewClient
					t.Errorf("%d fields of the options of %s decide where to read", live, options)
				}
			}
			for _, p := range pkgs {
				for _, name := range p.Scope().Names() {
					iface, ok := p.Scope().Lookup(name).Type().Underlying().(*types.Interface)
					if !ok {
						continue
					}
					for m := range iface.Methods() {
						met[clientgo.FuncName(m)] = true
					}
				}
			}
		})
	}
	for name := range ctrlruntime.Methods {
		// Before there was Cluster, and between v0.17 and v0.24.
		other := strings.Contains(name, "manager.Manager).Get") || strings.HasSuffix(name, "/pkg/cache.Informers).RemoveInformer")
		if !met[name] && !other {
			t.Errorf("%s is in no version", name)
		}
	}
}

func load(t *testing.T, dir string) map[string]*types.Package {
	t.Helper()
	roots, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedDeps, Dir: dir},
		root, root+"/pkg/manager", root+"/pkg/cluster", root+"/pkg/cache", root+"/pkg/client")
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]*types.Package)
	packages.Visit(roots, nil, func(p *packages.Package) {
		if ctrlruntime.Within(p.PkgPath) && p.Types != nil {
			out[p.PkgPath] = p.Types
		}
	})
	for _, p := range roots {
		for _, e := range p.Errors {
			t.Error(e)
		}
	}
	return out
}
