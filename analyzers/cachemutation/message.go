package cachemutation

import (
	"cmp"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/cached"
	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/report"
)

func finding(pass *analysis.Pass, src *fix.Source, f *cached.Finding) report.Finding {
	last := f.Way.Steps[len(f.Way.Steps)-1]
	out := report.Finding{Rule: string(f.Rule), Message: message(pass, src, f, last), Todo: "copy it first, with DeepCopy"}
	out.Pos, out.End = src.Range(last.Pos)
	out.Relate(f.Way.Source.Pos, "the cache hands it out here")
	for _, g := range f.Also {
		out.Relate(g.Way.Source.Pos, "or here")
	}
	for _, s := range f.Way.Steps {
		if f.Rule == cached.ShallowCopy && s.Act == track.Shallow && s.Pos != last.Pos && !s.Via.IsValid() {
			out.Relate(s.Pos, "the copy that is made here shares its maps, slices and pointers with it")
		}
	}
	out.Relate(last.Via, "it is changed here")
	return out
}

// message says what is changed, whose it is, and who sees that.
func message(pass *analysis.Pass, src *fix.Source, f *cached.Finding, last track.Step) string {
	object, changed := cmp.Or(f.Way.Source.Type, "object"), cmp.Or(f.Field, "a part")
	who := "this"
	if name := src.Callee(last.Pos); name != "" && (last.Via.IsValid() || last.Call != "") {
		who = name
	}
	verb := "changes"
	if f.Rule == cached.Reordered {
		verb = "sorts"
	}
	const seen = "whether or not the API server accepts the change"
	switch f.Way.Source.Kind {
	case track.Old:
		return fmt.Sprintf("%s %s %s of the old %s, which other handlers and readers of the informer's cache may have: they see it, %s", who, verb, changed, object, seen)
	case track.Added, track.Updated:
		return fmt.Sprintf("%s %s %s of the %s that the handler is given, which is the one in the informer's cache: every other handler and reader sees it, %s", who, verb, changed, object, seen)
	}
	line := pass.Fset.Position(f.Way.Source.Pos).Line
	if f.Rule == cached.ShallowCopy {
		return fmt.Sprintf("%s %s %s of a shallow copy of the %s in the informer's cache (%s, line %d), which shares it: every reader of the cache sees it, %s", who, verb, changed, object, f.Way.Source.Call, line, seen)
	}
	return fmt.Sprintf("%s %s %s of the %s in the informer's cache (%s, line %d): every reader of the cache sees it, %s", who, verb, changed, object, f.Way.Source.Call, line, seen)
}
