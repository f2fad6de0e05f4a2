// Slim writes an overlay for the go command that takes the API groups out of
// client-go's informer factory:
//
//	go run ./conform/slim CLIENTGO OUT
//
// CLIENTGO is the directory of the module k8s.io/client-go, OUT one for the
// files; the overlay is OUT/overlay.json. With it, package conform/harness/factory
// consists of the module's own informers/factory.go, cut where it names an API
// group, instead of importing package informers. Everything else, tools/cache
// above all, is the module as it is. What is cut costs most: the clientset and
// all API types, 380 of 516 packages, three quarters of the compile time.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	informers  = "k8s.io/client-go/informers"
	internal   = "k8s.io/client-go/informers/internalinterfaces"
	kubernetes = "k8s.io/client-go/kubernetes"
	factory    = "github.com/informerlint/informerlint/conform/harness/factory"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: slim CLIENTGO OUT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "slim:", err)
		os.Exit(1)
	}
}

// run writes the files and the overlay. It is run in conform/harness.
func run(clientgo, out string) error {
	src, err := os.ReadFile(filepath.Join(clientgo, "informers", "factory.go"))
	if err != nil {
		return err
	}
	trimmed, err := trim(src)
	if err != nil {
		return err
	}
	inner, err := os.ReadFile(filepath.Join(clientgo, "informers", "internalinterfaces", "factory_interfaces.go"))
	if err != nil {
		return err
	}
	replace := map[string]string{}
	for file, text := range map[string][]byte{
		"clientgo.go": trimmed,
		"names.go":    []byte(names),
		"internalinterfaces/factory_interfaces.go": moved(inner),
		"kubernetes/interface.go":                  []byte("package kubernetes\n\ntype Interface any\n"),
	} {
		to := filepath.Join(out, file)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(to, text, 0o666); err != nil {
			return err
		}
		from, err := filepath.Abs(filepath.Join("factory", file))
		if err != nil {
			return err
		}
		replace[from] = to
	}
	overlay, err := json.MarshalIndent(map[string]any{"Replace": replace}, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "overlay.json"), overlay, 0o666)
}

// names is what the replaced file says beside client-go's own names.
const names = `package factory

import (
	"` + factory + `/internalinterfaces"
	"` + factory + `/kubernetes"
)

var newSharedInformerFactory = NewSharedInformerFactory

type (
	newInformerFunc = internalinterfaces.NewInformerFunc
	client          = kubernetes.Interface
)
`

// moved makes the two packages that stay be imported from their copies.
func moved(src []byte) []byte {
	src = bytes.ReplaceAll(src, strconv.AppendQuote(nil, internal), strconv.AppendQuote(nil, factory+"/internalinterfaces"))
	return bytes.ReplaceAll(src, strconv.AppendQuote(nil, kubernetes), strconv.AppendQuote(nil, factory+"/kubernetes"))
}

// trim returns informers/factory.go as package factory, without the imports of
// the API groups, without the methods that return them, and without ForResource,
// which knows them all. No other byte is touched.
func trim(src []byte) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "factory.go", src, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	c := &cutter{groups: map[string]bool{}}
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(path, informers+"/") && path != internal {
			c.groups[spec.Name.Name] = true
			c.cut(spec)
		}
	}
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && c.knowsGroups(f.Name.Name, f.Type) {
			c.cut(f)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		i, ok := n.(*ast.InterfaceType)
		if !ok {
			return true
		}
		for _, m := range i.Methods.List {
			if f, ok := m.Type.(*ast.FuncType); ok && c.knowsGroups(m.Names[0].Name, f) {
				c.cut(m)
			}
		}
		return true
	})
	if len(c.groups) == 0 || len(c.ranges) < 3*len(c.groups) {
		return nil, fmt.Errorf("informers/factory.go: %d groups and %d places that name them, which is not how it is generated", len(c.groups), len(c.ranges))
	}
	out := c.apply(src)
	out = bytes.Replace(out, []byte("\npackage informers\n"), []byte("\npackage factory\n"), 1)
	// ForResource was the only one that needed it.
	out = bytes.Replace(out, []byte("\tschema \"k8s.io/apimachinery/pkg/runtime/schema\"\n"), nil, 1)
	return format.Source(moved(out))
}

// A cutter collects what is to be cut from a file.
type cutter struct {
	groups map[string]bool // imported names
	ranges [][2]int
}

func (c *cutter) cut(n ast.Node) {
	c.ranges = append(c.ranges, [2]int{int(n.Pos()) - 1, int(n.End()) - 1})
}

// knowsGroups reports whether a method returns an API group or is ForResource.
func (c *cutter) knowsGroups(name string, f *ast.FuncType) bool {
	if name == "ForResource" {
		return true
	}
	if f.Results == nil || len(f.Results.List) != 1 {
		return false
	}
	s, ok := f.Results.List[0].Type.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, ok := s.X.(*ast.Ident)
	return ok && c.groups[pkg.Name]
}

func (c *cutter) apply(src []byte) []byte {
	slices.SortFunc(c.ranges, func(a, b [2]int) int { return a[0] - b[0] })
	var out []byte
	at := 0
	for _, r := range c.ranges {
		out = append(out, src[at:r[0]]...)
		at = r[1]
	}
	return append(out, src[at:]...)
}
