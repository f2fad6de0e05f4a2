package mutate

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// A block is a list of statements, and the function that it is in.
type block struct {
	list []ast.Stmt
	fn   *ast.FuncType
	lit  *ast.FuncLit // nil in a declared function
	last bool         // what comes after the list is the end of the function
	head []ast.Expr   // of a case
}

// blocks are all blocks of a file, the outer ones first.
func blocks(file *ast.File) (out []block) {
	var functions []block
	var stack []ast.Node
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			last := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			switch last.(type) {
			case *ast.FuncDecl, *ast.FuncLit:
				functions = functions[:len(functions)-1]
			}
			return true
		}
		stack = append(stack, n)
		switch n := n.(type) {
		case *ast.FuncDecl:
			functions = append(functions, block{fn: n.Type})
		case *ast.FuncLit:
			functions = append(functions, block{fn: n.Type, lit: n})
		}
		if head, list := listOf(n); len(list) > 0 {
			b := functions[len(functions)-1]
			b.head, b.list = head, list
			switch stack[len(stack)-2].(type) {
			case *ast.FuncDecl, *ast.FuncLit:
				b.last = true
			}
			out = append(out, b)
		}
		return true
	})
	return out
}

// statements makes the mutants of whole statements.
func (m *maker) statements(s *source) {
	for _, b := range blocks(s.syntax) {
		if s.moved(b.lit) {
			continue
		}
		// Of a case that the fix has changed, all that is in it.
		all := slices.ContainsFunc(b.head, func(e ast.Expr) bool { return s.touched(e) })
		for i, stmt := range b.list {
			switch stmt.(type) {
			case *ast.CaseClause, *ast.CommClause:
				continue // what is in them counts
			}
			if !all && (!s.touched(stmt) || !s.own(stmt) && m.deeper(s, stmt)) {
				continue
			}
			m.leaveOut(s, stmt)
			m.swap(s, b, i)
			m.calls(s, stmt)
			m.returns(s, b, i)
			m.halves(s, b, i)
			m.inside(s, b, i)
		}
	}
}

// moved reports whether a function literal is one that the user wrote, at
// another place.
func (s *source) moved(lit *ast.FuncLit) bool {
	if lit == nil || !s.own(lit) {
		return false
	}
	_, _, ok := find(scan(s.old), s.in(lit))
	return ok
}

// deeper reports whether a statement has a block in it of which the fix has
// touched something.
func (m *maker) deeper(s *source, stmt ast.Stmt) (found bool) {
	ast.Inspect(stmt, func(n ast.Node) bool {
		if _, list := listOf(n); slices.ContainsFunc(list, func(inner ast.Stmt) bool { return s.touched(inner) }) {
			found = true
		}
		return !found
	})
	return found
}

// listOf returns the statements that a node is a list of, and of a case what it
// is the case of.
func listOf(n ast.Node) (head []ast.Expr, list []ast.Stmt) {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return nil, n.List
	case *ast.CaseClause:
		return n.List, n.Body
	case *ast.CommClause:
		return nil, n.Body
	}
	return nil, nil
}

func (m *maker) leaveOut(s *source, stmt ast.Stmt) {
	kind := LeftOut
	if _, ok := stmt.(*ast.ReturnStmt); ok {
		kind = Return
	}
	m.add(kind, s, s.replace(stmt, ""), "without %s", short(s.textOf(stmt)))
}

// swap moves a statement over its neighbours: of what the fix has put together
// into a block the user wrote, over the user's next and last one.
func (m *maker) swap(s *source, b block, i int) {
	first, last := i, i+1
	inner := len(b.list) > 0 && allOwn(s, b.list)
	if s.own(b.list[i]) && !inner {
		for last < len(b.list) && s.own(b.list[last]) {
			last++
		}
		for first > 0 && s.own(b.list[first-1]) {
			first--
		}
	}
	stmt := s.textOf(b.list[i])
	from, to := s.offset(b.list[i].Pos()), s.offset(b.list[i].End())
	if last < len(b.list) {
		over := b.list[last]
		end := s.offset(over.End())
		m.add(Late, s, []byte(string(s.text[:from])+string(s.text[to:end])+"\n"+stmt+string(s.text[end:])), "%s after %s", short(stmt), short(s.textOf(over)))
		if first == i && last > i+1 {
			all := string(s.text[from:s.offset(b.list[last-1].End())])
			rest := string(s.text[s.offset(b.list[last-1].End()):end])
			m.add(Late, s, []byte(string(s.text[:from])+rest+"\n"+all+string(s.text[end:])), "%s after %s", short(all), short(s.textOf(over)))
		}
	}
	if first > 0 && !inner {
		over := b.list[first-1]
		begin := s.offset(over.Pos())
		m.add(Early, s, []byte(string(s.text[:begin])+stmt+"\n"+string(s.text[begin:from])+string(s.text[to:])), "%s before %s", short(stmt), short(s.textOf(over)))
	}
}

func allOwn(s *source, list []ast.Stmt) bool {
	for _, stmt := range list {
		if !s.own(stmt) {
			return false
		}
	}
	return true
}

// calls puts go and defer before a call, or takes them away.
func (m *maker) calls(s *source, stmt ast.Stmt) {
	var call *ast.CallExpr
	var forms []string
	switch stmt := stmt.(type) {
	case *ast.ExprStmt:
		call, _ = ast.Unparen(stmt.X).(*ast.CallExpr)
		forms = []string{"go ", "defer "}
	case *ast.GoStmt:
		call, forms = stmt.Call, []string{"", "defer "}
	case *ast.DeferStmt:
		call, forms = stmt.Call, []string{"", "go "}
	}
	if call == nil {
		return
	}
	for _, form := range forms {
		m.add(Call, s, s.replace(stmt, form+s.textOf(call)), "%s%s", form, short(s.textOf(call)))
	}
}

// returns leaves the function before and after a statement, and at the beginning
// of each block in it. Where it returns anyway nothing is added: that would be
// another result, and nothing else.
func (m *maker) returns(s *source, b block, i int) {
	stmt, leave := b.list[i], m.leave(b.fn)
	if leave != "" && !isReturn(stmt) {
		at := s.offset(stmt.Pos())
		m.add(Return, s, s.put(at, at, leave+"\n"), "%s before %s", leave, short(s.textOf(stmt)))
		if after := s.offset(stmt.End()); i+1 < len(b.list) && !isReturn(b.list[i+1]) || i+1 == len(b.list) && !b.last {
			m.add(Return, s, s.put(after, after, "\n"+leave+"\n"), "%s after %s", leave, short(s.textOf(stmt)))
		}
	}
	if leave != "" {
		eachBlock(stmt, func(n *ast.BlockStmt) {
			at := s.offset(n.Lbrace) + 1
			m.add(Return, s, s.put(at, at, "\n"+leave+"\n"), "%s first in %s", leave, short(s.textOf(n)))
		})
	}
}

// eachBlock calls do for the blocks of a statement that do more than return.
func eachBlock(stmt ast.Stmt, do func(*ast.BlockStmt)) {
	ast.Inspect(stmt, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BlockStmt:
			if len(n.List) > 0 && !isReturn(n.List[0]) {
				do(n)
			}
		}
		return true
	})
}

// halves puts a statement under a condition that nothing decides, and leaves the
// function under one at the beginning of each block in it.
func (m *maker) halves(s *source, b block, i int) {
	const cond, decl = "if Halved {\n", "\n\n// Halved may be set by anybody.\nvar Halved bool\n"
	stmt, leave := b.list[i], m.leave(b.fn)
	if !isReturn(stmt) {
		m.add(Halved, s, append(s.replace(stmt, cond+s.textOf(stmt)+"\n}"), decl...), "%s on a condition", short(s.textOf(stmt)))
	}
	if leave != "" {
		eachBlock(stmt, func(n *ast.BlockStmt) {
			at := s.offset(n.Lbrace) + 1
			m.add(Halved, s, append(s.put(at, at, "\n"+cond+leave+"\n}\n"), decl...), "%s on a condition, first in %s", leave, short(s.textOf(n)))
		})
	}
}

// inside puts a statement first into the blocks that stand beside it: into a branch,
// a loop or a closure.
func (m *maker) inside(s *source, b block, i int) {
	stmt := b.list[i]
	if isReturn(stmt) {
		return
	}
	from, to, text := s.offset(stmt.Pos()), s.offset(stmt.End()), s.textOf(stmt)
	for _, k := range []int{i - 1, i + 1} {
		if k < 0 || k >= len(b.list) {
			continue
		}
		ast.Inspect(b.list[k], func(n ast.Node) bool {
			body, ok := n.(*ast.BlockStmt)
			if !ok || len(body.List) == 0 {
				return true
			}
			at, moved := s.offset(body.Lbrace)+1, ""
			switch {
			case at <= from:
				moved = string(s.text[:at]) + "\n" + text + string(s.text[at:from]) + string(s.text[to:])
			case at >= to:
				moved = string(s.text[:from]) + string(s.text[to:at]) + "\n" + text + string(s.text[at:])
			default:
				return false // no statement of its own in the text
			}
			m.add(Inside, s, []byte(moved), "%s in %s", short(text), short(s.textOf(body)))
			return false
		})
	}
}

func isReturn(stmt ast.Stmt) bool {
	_, ok := stmt.(*ast.ReturnStmt)
	return ok
}

// leave is a statement that leaves a function with zero results.
func (m *maker) leave(fn *ast.FuncType) string {
	if fn.Results == nil {
		return "return"
	}
	var values []string
	for _, field := range fn.Results.List {
		if len(field.Names) > 0 {
			return "return"
		}
		t := m.info.TypeOf(field.Type)
		switch u := t.Underlying().(type) {
		case *types.Basic:
			switch {
			case u.Info()&types.IsBoolean != 0:
				values = append(values, "false")
			case u.Info()&types.IsString != 0:
				values = append(values, `""`)
			default:
				values = append(values, "0")
			}
		case *types.Struct, *types.Array:
			return ""
		default:
			values = append(values, "nil")
		}
	}
	return "return " + strings.Join(values, ", ")
}
