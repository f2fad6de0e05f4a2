package tombstone

import (
	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/fix/unwrap"
	"github.com/informerlint/informerlint/internal/handlers/judge"
)

// fix returns the edit that makes the handler do for a tombstone what it does
// for an object, or nil where that cannot be said in one edit.
func (s *site) fix() []analysis.SuggestedFix {
	if s == nil || s.Lent {
		return nil // in a file that has no syntax here, or in another package's method
	}
	switch s.Kind {
	case judge.PointerAssert:
		return fix.Suggest("Assert the value type", s.edits().DropStar()...)
	case judge.KeyFunc:
		// Where something else than the key is made of the object as well, such as its
		// kind, only to unwrap in front is enough. Which it is, the trial tells.
		return append(s.edits().Twin(s.KeyName), s.unwrap()...)
	case judge.Mishandled:
		// What was meant with the tombstone cannot be told, unless only its key is made.
		if k, ok := clientgo.KeyFuncOf(s.KeyName); ok && k.Twin != "" && s.Got == nil {
			return s.edits().Twin(s.KeyName)
		}
		return nil
	}
	if s.Group.Style == clientgo.Predicate {
		return fix.Suggest("Let every deletion through", s.edits().Through()...)
	}
	if s.Throws || s.Got != nil || s.Older || s.Blind {
		return nil
	}
	return s.unwrap()
}

// unwrap recovers the object before the statement that meets the tombstone.
func (s *site) unwrap() []analysis.SuggestedFix {
	return fix.Suggest("Unwrap the tombstone", s.edits().Insert(s.Worker != "")...)
}

func (s *site) edits() *unwrap.Site {
	return &unwrap.Site{Pass: s.pass, Src: s.src, File: s.file, Pos: s.Pos, Path: s.path, Expr: s.expr()}
}
