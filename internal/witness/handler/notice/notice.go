// Package notice tells which updates of two UIDs may be noticed by what is new in an
// object, though the generations are equal.
package notice

import (
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/handlers/fresh"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/value"
)

// Updated reports whether Update may do something for an object that was created again,
// though the generations are equal, since it asks for what each object begins anew with:
// a status that was set and is empty now. To what Update drops the world would have to
// give what somebody else has set in both.
//
// A way counts if nothing on it is asked that the world may choose against: that what a
// manifest says has changed, or that the new object is being deleted.
func Updated(pr *interp.Program, w interp.Way, done func(interp.Way) bool, must bool) bool {
	n := noticed{pr}
	if pr.Predicate() && fresh.Defers(pr.Group.Update.Fn) {
		return true // it may change the result
	}
	// Two reasons to do the same are one way elsewhere.
	ways := pr.Apart(interp.UpdateEqual)
	if ways.Cut {
		return true // too many: it is not known what is asked
	}
	return slices.ContainsFunc(ways.All, func(o interp.Way) bool { return done(o) && n.saves(w, o, must) })
}

type noticed struct{ pr *interp.Program }

func (n *noticed) saves(w, o interp.Way, must bool) bool {
	told := false
	for _, c := range o.Choices {
		cond := n.pr.Conds[c.Cond]
		deleting := cond.Of == "DeletionTimestamp"+value.IsZero && c.Yes == cond.Not
		switch {
		case deleting && cond.About == interp.AboutNew:
			return false // it has just been created
		case cond.Of == "DeletionTimestamp"+value.IsZero && !deleting && cond.About == interp.AboutOld: // without finalizers it goes at once
		case n.tells(cond):
			told = true
		case cond.About == interp.AboutEqual || cond.About == interp.AboutType:
			if !c.Yes {
				return false
			}
		case cond.About == interp.AboutNew || cond.About == interp.AboutOld:
			if must && !Chose(w, c) && slices.ContainsFunc(w.Choices, func(x interp.Choice) bool { return x.Cond == c.Cond }) {
				return false
			}
		}
	}
	return told
}

// tells reports whether a condition may come to something else because an object is new.
// Labels begin anew, too, if this package writes them.
func (n *noticed) tells(c interp.Cond) bool {
	if c.At == nil || !slices.Contains([]interp.About{interp.AboutNew, interp.AboutOld, interp.AboutEqual, interp.AboutBoth}, c.About) {
		return false
	}
	tells, labels := fresh.Tells(c.At.Cond, c.In)
	return tells || labels && fresh.LabelsWritten(n.pr.Functions())
}

// Excludes reports whether an object that goes one way at a choice of Add may
// not be able to go another at one of Update.
func Excludes(pr *interp.Program, x, y interp.Choice) bool {
	add, update := pr.Conds[x.Cond], pr.Conds[y.Cond]
	switch {
	case add.About != interp.AboutOld || update.About != interp.AboutNew:
		return false
	case add.Of == "" || update.Of == "":
		return true
	case add.Of == update.Of:
		return (x.Yes != add.Not) != (y.Yes != update.Not)
	}
	a, b := Field(add), Field(update)
	return strings.HasPrefix(a+".", b+".") || strings.HasPrefix(b+".", a+".")
}

// Field is the field that a condition is about.
func Field(c interp.Cond) string {
	f, _, _ := strings.Cut(c.Of, " ")
	return f
}

// Chose reports whether a way went as a choice says.
func Chose(w interp.Way, c interp.Choice) bool {
	return slices.ContainsFunc(w.Choices, func(o interp.Choice) bool { return o.Cond == c.Cond && o.Yes == c.Yes })
}
