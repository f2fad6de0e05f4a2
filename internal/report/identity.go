package report

import (
	"go/ast"
	"go/token"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// The two functions below say what a finding is about in a way that outlives
// moved lines, new comments and another formatting.

// functionAt returns the name of the declared function around pos, as
// "path.F", "(path.T).M" or "(*path.T).M"; outside of one the package's path.
func functionAt(pass *analysis.Pass, file *ast.File, pos token.Pos) string {
	pkg := clientgo.Path(pass.Pkg.Path())
	if file == nil {
		return pkg
	}
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || pos < fn.Pos() || fn.End() <= pos {
			continue
		}
		if fn.Recv == nil || len(fn.Recv.List) == 0 {
			return pkg + "." + fn.Name.Name
		}
		star, typ := "", ast.Unparen(fn.Recv.List[0].Type)
		if s, ok := typ.(*ast.StarExpr); ok {
			star, typ = "*", ast.Unparen(s.X)
		}
		switch t := typ.(type) {
		case *ast.IndexExpr:
			typ = t.X
		case *ast.IndexListExpr:
			typ = t.X
		}
		name := "?"
		if id, ok := typ.(*ast.Ident); ok {
			name = id.Name
		}
		return "(" + star + pkg + "." + name + ")." + fn.Name.Name
	}
	return pkg
}

// maxShape limits what is kept of a long function.
const maxShape = 400

// shapeOf returns the source text from pos to end with all white space made
// single spaces; if there is no end, to the end of the line. It is "" if the
// source cannot be read.
func shapeOf(pass *analysis.Pass, pos, end token.Pos) string {
	tf := pass.Fset.File(pos)
	if tf == nil {
		return ""
	}
	read := pass.ReadFile
	if read == nil {
		read = os.ReadFile
	}
	text, err := read(tf.Name())
	from := tf.Offset(pos)
	if err != nil || from >= len(text) {
		return ""
	}
	text = text[from:]
	if end.IsValid() && end > pos && tf.Base() <= int(end) && int(end) <= tf.Base()+tf.Size() {
		text = text[:min(len(text), tf.Offset(end)-from)]
	} else {
		line, _, _ := strings.Cut(string(text), "\n")
		text = []byte(line)
	}
	shape := strings.Join(strings.Fields(string(text)), " ")
	return shape[:min(len(shape), maxShape)]
}
