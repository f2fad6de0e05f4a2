package load

import (
	"go/ast"
	"go/token"
	"strconv"

	"golang.org/x/tools/go/packages"
)

// prune takes from the files of a package all that its exported types do not
// depend on, and returns the import paths that are left. Of most packages below a
// client-go program nobody asks more than the types, and a package that only bodies
// need is then not even parsed.
//
// What is kept is too much rather than too little: a name is taken to mean every
// declaration of that name, whatever the scopes. Methods stay with their type,
// the hidden ones too, for interfaces may have them.
func prune(pkg *packages.Package, files []*ast.File) (imports map[string]bool) {
	p := &pruner{
		decls: make(map[string][]declared), kept: make(map[ast.Node]bool), imports: make(map[*ast.ImportSpec]bool),
		names: make(map[*ast.File]map[string]*ast.ImportSpec),
	}
	for _, file := range files {
		p.index(pkg, file)
	}
	for name := range p.decls {
		if ast.IsExported(name) {
			p.keep(name)
		}
	}
	imports = make(map[string]bool)
	for _, file := range files {
		p.strip(file)
		for _, spec := range file.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil {
				imports[path] = true
			}
		}
	}
	return imports
}

// A declared is a declaration that is kept as a whole or not at all.
type declared struct {
	node ast.Node // a function, a type, a variable's specification, a group of constants
	file *ast.File
}

type pruner struct {
	decls   map[string][]declared // by the names that they declare; methods by that of their type
	kept    map[ast.Node]bool
	imports map[*ast.ImportSpec]bool
	names   map[*ast.File]map[string]*ast.ImportSpec // of imports
}

// index finds what a file declares and imports.
func (p *pruner) index(pkg *packages.Package, file *ast.File) {
	local := make(map[string]*ast.ImportSpec)
	p.names[file] = local
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		imp := pkg.Imports[path]
		switch {
		case spec.Name != nil && spec.Name.Name == "_":
		case err != nil || spec.Name != nil && spec.Name.Name == "." || spec.Name == nil && (imp == nil || imp.Name == ""):
			p.imports[spec] = true // its names are not known
		case spec.Name != nil:
			local[spec.Name.Name] = spec
		default:
			local[imp.Name] = spec
		}
	}
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			name := decl.Name.Name
			if decl.Recv != nil {
				name = receiver(decl.Recv)
			}
			p.declare(name, decl, file)
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					p.declare(spec.Name.Name, spec, file)
				case *ast.ValueSpec:
					p.value(decl, spec, file)
				}
			}
		}
	}
}

// value indexes variables, and constants by their group: those without a value
// have that of the one above them.
func (p *pruner) value(decl *ast.GenDecl, spec *ast.ValueSpec, file *ast.File) {
	var node ast.Node = decl
	if decl.Tok == token.VAR {
		node = spec
		if spec.Type != nil {
			spec.Values = nil
		}
		for _, v := range spec.Values {
			hollow(v)
		}
	}
	for _, name := range spec.Names {
		p.declare(name.Name, node, file)
	}
}

// hollow empties a literal whose type stands before it.
func hollow(x ast.Expr) {
	if ref, ok := x.(*ast.UnaryExpr); ok && ref.Op == token.AND {
		x = ref.X
	}
	lit, ok := x.(*ast.CompositeLit)
	if !ok || lit.Type == nil {
		return
	}
	if arr, ok := lit.Type.(*ast.ArrayType); ok {
		if _, counted := arr.Len.(*ast.Ellipsis); counted {
			return
		}
	}
	lit.Elts = nil
}

func (p *pruner) declare(name string, node ast.Node, file *ast.File) {
	p.decls[name] = append(p.decls[name], declared{node, file})
}

// receiver is the name of a method's type.
func receiver(recv *ast.FieldList) string {
	if len(recv.List) == 0 {
		return ""
	}
	for x := recv.List[0].Type; ; {
		switch t := x.(type) {
		case *ast.Ident:
			return t.Name
		case *ast.StarExpr:
			x = t.X
		case *ast.ParenExpr:
			x = t.X
		case *ast.IndexExpr:
			x = t.X
		case *ast.IndexListExpr:
			x = t.X
		default:
			return ""
		}
	}
}

// keep keeps what has a name, and all that it mentions.
func (p *pruner) keep(name string) {
	all := p.decls[name]
	delete(p.decls, name) // each name once
	for _, d := range all {
		if p.kept[d.node] {
			continue
		}
		p.kept[d.node] = true
		imports := p.names[d.file]
		ast.Inspect(d.node, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BlockStmt:
				return false // bodies are not looked at
			case *ast.Ident:
				if spec := imports[n.Name]; spec != nil {
					p.imports[spec] = true
				}
				p.keep(n.Name)
			}
			return true
		})
	}
}

// strip takes away what is not kept.
func (p *pruner) strip(file *ast.File) {
	decls := file.Decls[:0]
	for _, decl := range file.Decls {
		if gen, ok := decl.(*ast.GenDecl); ok && !p.kept[gen] {
			specs := gen.Specs[:0]
			for _, spec := range gen.Specs {
				if imp, ok := spec.(*ast.ImportSpec); p.kept[spec] || ok && p.imports[imp] {
					specs = append(specs, spec)
				}
			}
			if gen.Specs = specs; len(specs) > 0 {
				decls = append(decls, gen)
			}
		} else if p.kept[decl] {
			decls = append(decls, decl)
		}
	}
	file.Decls = decls
	imports := file.Imports[:0]
	for _, spec := range file.Imports {
		if p.imports[spec] {
			imports = append(imports, spec)
		}
	}
	file.Imports = imports
	file.Comments = nil
}
