package fix

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"
)

// Signature is that of the function around the place.
func (p *Place) Signature() *types.Signature {
	var t types.Type
	switch f := p.Func.(type) {
	case *ast.FuncDecl:
		t = p.pass.TypesInfo.Defs[f.Name].Type()
	case *ast.FuncLit:
		t = p.pass.TypesInfo.TypeOf(f)
	}
	sig, _ := t.(*types.Signature)
	return sig
}

// Leave is a statement that leaves the function around the place with an error,
// and with nothing else; "" if it returns none, or values that cannot be made
// of nothing.
func (p *Place) Leave(err string) string {
	sig := p.Signature()
	if sig == nil || !ReturnsError(sig) {
		return ""
	}
	values := []string{}
	for i := range sig.Results().Len() - 1 {
		zero := zeroOf(sig.Results().At(i).Type())
		if zero == "" {
			return ""
		}
		values = append(values, zero)
	}
	return "return " + strings.Join(append(values, err), ", ")
}

// ReturnsError reports whether the last result is an error.
func ReturnsError(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type())
}

func zeroOf(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Interface, *types.Chan, *types.Signature:
		return "nil"
	case *types.Basic:
		switch {
		case u.Info()&types.IsNumeric != 0:
			return "0"
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsBoolean != 0:
			return "false"
		}
	}
	return ""
}

// LeaveSaying is Leave with a new error, or a plain return from a function
// without results. What a function returns beside an error of ours is not for
// us to choose: there it is "".
func (p *Place) LeaveSaying(text string) string {
	sig := p.Signature()
	switch {
	case sig == nil || sig.Results().Len() > 1:
		return ""
	case sig.Results().Len() == 0:
		return "return"
	}
	if name := p.src.Std(p.Stmt.Pos(), "errors"); name != "" {
		return p.Leave(name + ".New(" + strconv.Quote(text) + ")")
	}
	if name := p.src.Std(p.Stmt.Pos(), "fmt"); name != "" {
		return p.Leave(name + ".Errorf(" + strconv.Quote(text) + ")")
	}
	return ""
}

// LeaveLike is what the function does about the error of the statement at the
// place, as one statement that says nothing but the error: "return nil, err",
// "panic(err)". A return that wraps the error in words of its own loses them.
func (p *Place) LeaveLike() string {
	k := p.WithCheck(p.I)
	if k == p.I {
		return ""
	}
	check, ok := p.List[k].(*ast.IfStmt)
	if !ok || len(check.Body.List) == 0 {
		return ""
	}
	switch last := check.Body.List[len(check.Body.List)-1].(type) {
	case *ast.ReturnStmt:
		if len(last.Results) == 0 {
			return ""
		}
		var out []string
		for _, r := range last.Results[:len(last.Results)-1] {
			if _, call := ast.Unparen(r).(*ast.CallExpr); call {
				return ""
			}
			out = append(out, p.Text(r))
		}
		return "return " + strings.Join(append(out, "err"), ", ")
	case *ast.ExprStmt:
		call, ok := last.X.(*ast.CallExpr)
		if ok && len(check.Body.List) == 1 && len(call.Args) == 1 {
			if id, ok := call.Args[0].(*ast.Ident); ok && id.Name == "err" {
				return p.Text(last)
			}
		}
	}
	return ""
}
