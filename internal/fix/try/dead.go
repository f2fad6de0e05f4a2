package try

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/cfg"
)

// Dead says what fixes make unreachable, "" if nothing: one that leaves a
// function before the rest of it takes away what the user wrote. What nothing
// reaches is counted in the files that were edited, for they may have had such
// code before.
func Dead(before, after *analysis.Pass) string {
	for i, file := range after.Files {
		if file.FileStart == before.Files[i].FileStart {
			continue
		}
		was, _ := unreached(before.Files[i])
		if is, first := unreached(file); is > was {
			posn := after.Fset.Position(first.Pos())
			return fmt.Sprintf("with it, nothing reaches line %d", posn.Line)
		}
	}
	return ""
}

// unreached counts the parts of statements in a file that nothing leads to.
func unreached(file *ast.File) (n int, first ast.Node) {
	ast.Inspect(file, func(node ast.Node) bool {
		var body *ast.BlockStmt
		switch node := node.(type) {
		case *ast.FuncDecl:
			body = node.Body
		case *ast.FuncLit:
			body = node.Body
		}
		if body == nil {
			return true
		}
		for _, b := range cfg.New(body, func(*ast.CallExpr) bool { return true }).Blocks {
			if b.Live || len(b.Nodes) == 0 {
				continue
			}
			n += len(b.Nodes)
			if first == nil {
				first = b.Nodes[0]
			}
		}
		return true
	})
	return n, first
}
