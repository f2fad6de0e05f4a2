package load

import (
	"go/ast"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/packages"
)

// helpers finds the functions of a package that take a function, before the
// package is type-checked: by syntax, by the package's own type declarations,
// and for the types of other packages by the types of those.
type helpers struct {
	pkg   *packages.Package
	file  *ast.File
	local map[string]ast.Expr
}

func newHelpers(pkg *packages.Package) *helpers {
	h := &helpers{pkg: pkg, local: make(map[string]ast.Expr)}
	for _, file := range pkg.Syntax {
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range gen.Specs {
				if spec, ok := spec.(*ast.TypeSpec); ok {
					h.local[spec.Name.Name] = spec.Type
				}
			}
		}
	}
	return h
}

// takesFunc reports whether a parameter or the receiver of fn is, or in a
// structure, slice or map holds, a function. Where that is not certain the
// answer is yes: a body too many costs a little time, one too few a report.
func (h *helpers) takesFunc(fn *ast.FuncDecl) bool {
	lists := []*ast.FieldList{fn.Type.Params}
	if fn.Recv != nil {
		lists = append(lists, fn.Recv)
	}
	for _, list := range lists {
		for _, field := range list.List {
			if h.mayHold(field.Type, 0) {
				return true
			}
		}
	}
	return false
}

// maxNesting bounds the walk through types that hold one another.
const maxNesting = 4

func (h *helpers) mayHold(expr ast.Expr, depth int) bool {
	if depth > maxNesting {
		return false
	}
	next := func(x ast.Expr) bool { return h.mayHold(x, depth+1) }
	switch expr := expr.(type) {
	case *ast.FuncType:
		return true
	case *ast.StarExpr:
		return next(expr.X)
	case *ast.ParenExpr:
		return next(expr.X)
	case *ast.Ellipsis:
		return next(expr.Elt)
	case *ast.ArrayType:
		return next(expr.Elt)
	case *ast.MapType:
		return next(expr.Value)
	case *ast.ChanType:
		return next(expr.Value)
	case *ast.IndexExpr:
		return next(expr.X) || next(expr.Index)
	case *ast.IndexListExpr:
		for _, index := range expr.Indices {
			if next(index) {
				return true
			}
		}
		return next(expr.X)
	case *ast.StructType:
		for _, field := range expr.Fields.List {
			if next(field.Type) {
				return true
			}
		}
	case *ast.Ident:
		if decl := h.local[expr.Name]; decl != nil {
			return next(decl)
		}
		// A type parameter, or a name that was imported with a dot.
		return types.Universe.Lookup(expr.Name) == nil
	case *ast.SelectorExpr:
		if x, ok := expr.X.(*ast.Ident); ok {
			return holdsFunc(h.lookup(x.Name, expr.Sel.Name), depth)
		}
	}
	return false
}

// lookup returns the type that pkg.name means in the current file, or nil.
func (h *helpers) lookup(pkgName, name string) types.Type {
	for _, spec := range h.file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		imp := h.pkg.Imports[path]
		if imp == nil || imp.Types == nil {
			continue
		}
		local := imp.Name
		if spec.Name != nil {
			local = spec.Name.Name
		}
		if local == pkgName {
			if obj := imp.Types.Scope().Lookup(name); obj != nil {
				return obj.Type()
			}
		}
	}
	return nil
}

func holdsFunc(typ types.Type, depth int) bool {
	if typ == nil || depth > maxNesting {
		return false
	}
	switch typ := typ.Underlying().(type) {
	case *types.Signature:
		return true
	case *types.Pointer:
		return holdsFunc(typ.Elem(), depth+1)
	case *types.Slice:
		return holdsFunc(typ.Elem(), depth+1)
	case *types.Array:
		return holdsFunc(typ.Elem(), depth+1)
	case *types.Map:
		return holdsFunc(typ.Elem(), depth+1)
	case *types.Struct:
		for field := range typ.Fields() {
			if holdsFunc(field.Type(), depth+1) {
				return true
			}
		}
	}
	return false
}
