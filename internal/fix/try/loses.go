package try

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/cfg"
)

// Loses says what the user wrote and fixes take away, "" if nothing: code that
// is never reached with them, or calls. A fix may move a call, or replace it by
// another one. What nothing reaches is counted, for there may have been some
// before.
func Loses(before, after *analysis.Pass) string {
	for i, file := range after.Files {
		if file.FileStart == before.Files[i].FileStart {
			continue // it was not edited
		}
		was, is := reach(before.Files[i]), reach(file)
		switch {
		case is.dead > was.dead:
			return fmt.Sprintf("with it, nothing reaches line %d", after.Fset.Position(is.first.Pos()).Line)
		case is.calls < was.calls:
			return "with it, something is not called any more"
		}
	}
	return ""
}

// A reached says how much of a file can be reached.
type reached struct {
	dead  int      // parts of statements that nothing leads to
	first ast.Node // of these
	calls int      // in what can be reached, without those of function literals
}

func reach(file *ast.File) (r reached) {
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
			for _, n := range b.Nodes {
				if b.Live {
					r.calls += calls(n)
					continue
				}
				r.dead++
				if r.first == nil {
					r.first = n
				}
			}
		}
		return true
	})
	return r
}

func calls(n ast.Node) (count int) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // it is counted for itself
		case *ast.CallExpr:
			if _, lit := ast.Unparen(n.Fun).(*ast.FuncLit); !lit {
				count++
			}
		}
		return true
	})
	return count
}
