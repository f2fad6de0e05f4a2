package lazycache

import (
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
	witness "github.com/informerlint/informerlint/internal/witness/lazy"
)

// Analyzer reports reads of controller-runtime caches that are not started, or
// that have waited for nothing. See doc.go for the rules.
var Analyzer = report.Analyzer("lazycache",
	"lazycache: a controller-runtime cache is read that nothing has started, or that has no informer\n\nSee "+report.Base+"lazycache.md",
	run, []*analysis.Analyzer{engine.CacheAnalyzer})

// cache is the role of what cache.New makes.
const cache = "cache"

func run(pass *analysis.Pass) (any, error) {
	pkg := pass.ResultOf[engine.CacheAnalyzer].(*engine.Caches)
	if pkg == nil {
		return new(report.Result), nil
	}
	src := fix.In(pass)
	var claims []gate.Claim
	for _, v := range pkg.Verdicts {
		f := finding(v)
		f.Rule = v.Rule
		f.Pos, f.End = src.Range(v.Anchor.Pos)
		f.Related = related(v)
		f.Fixes = fixes(pass, src, v)
		claims = append(claims, gate.Claim{Finding: f, Case: &witness.Case{Package: pkg, Verdict: v}})
	}
	return gate.Gate{Pass: pkg.Pass()}.Report(pass, claims), nil
}

func finding(v engine.CacheVerdict) (f report.Finding) {
	what := read(v)
	switch v.Rule {
	case judge.NeverStarted:
		made := ""
		if v.Birth.Where != v.Anchor.Where {
			made = " made at " + v.Birth.Where
		}
		used := "reader is used"
		if v.Handed {
			used = "client is handed out"
		}
		f.Message = fmt.Sprintf("nothing starts the %s%s, and its %s (%s): every read of its cache fails; start it, or make a client without a cache",
			v.Role, made, used, v.ReadAt.Where)
	case judge.ReadBeforeSync:
		f.Message = early(v, what)
	case judge.UnregisteredRead:
		f.Message = fmt.Sprintf("WaitForCacheSync waits for nothing, since the cache has no informer yet: %s creates it, and waits for it there; call GetInformer before Start", what)
	}
	return f
}

// early words a read before Start.
func early(v engine.CacheVerdict, what string) string {
	also := ""
	if v.More > 0 {
		also = fmt.Sprintf(", and so do %d more", v.More)
	}
	wait, live := "WaitForCacheSync", ""
	if v.Role != cache {
		wait = "GetCache().WaitForCacheSync"
		if v.Read.Call == "Get" || v.Read.Call == "List" {
			live = ", or read with GetAPIReader()"
		}
	}
	switch {
	case v.Waits:
		return fmt.Sprintf("%s before the %s is started (%s): it waits for that until its context ends; wait in another goroutine, or start the %s in one before", where(v), v.Role, v.Start.Where, v.Role)
	case v.Beside:
		return fmt.Sprintf("%s while a goroutine starts the %s (%s), without waiting for it: the read fails until its cache is started%s; "+
			"call %s first", what, v.Role, v.Start.Where, also, wait)
	case v.Race:
		return fmt.Sprintf("%s in a goroutine started before the %s, without waiting for it: the read fails until its cache is started%s; "+
			"call %s first%s", what, v.Role, also, wait, live)
	case v.Role == cache:
	case v.Read.Call != "Get" && v.Read.Call != "List":
		return fmt.Sprintf("%s before the %s is started: it reads first, and the read fails, since its cache is not started%s; "+
			"use a client without a cache, or call it after Start", what, v.Role, also)
	default:
		also += "; read with GetAPIReader(), or after Start"
	}
	return fmt.Sprintf("%s before the %s is started: the read fails, since its cache is not started%s", what, v.Role, also)
}

// where says what waits, and where.
func where(v engine.CacheVerdict) string {
	if v.Read.Direct {
		return "WaitForCacheSync"
	}
	return "this call leads to WaitForCacheSync (" + v.Read.Where + ")"
}

// read says what reads what, and where.
func read(v engine.CacheVerdict) string {
	kind := v.Read.Kind
	if kind == "" {
		kind = "an object"
	}
	switch v.Read.Where {
	case v.Anchor.Where:
		return fmt.Sprintf("%s of %s", v.Read.Call, kind)
	case v.ReadAt.Where, "":
		return fmt.Sprintf("%s of %s (%s)", v.Read.Call, kind, v.ReadAt.Where)
	}
	return fmt.Sprintf("this call leads to %s of %s (%s)", v.Read.Call, kind, v.Read.Where)
}

// related names the other places of the story.
func related(v engine.CacheVerdict) []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	add := func(s compose.Site, text string) {
		if s.Pos.IsValid() && s.Pos != v.Anchor.Pos {
			out = append(out, analysis.RelatedInformation{Pos: s.Pos, Message: text})
		}
	}
	add(v.Birth, "the "+v.Role+" is made here")
	switch v.Rule {
	case judge.ReadBeforeSync:
		add(v.Start, "it is started only here")
	case judge.UnregisteredRead:
		add(v.Start, "it is started here, without an informer")
		add(v.ReadAt, "the first read makes the informer")
	case judge.NeverStarted:
		if v.Handed {
			add(v.ReadAt, "its client leaves here")
		} else {
			add(v.ReadAt, "its reader is used here")
		}
	}
	return out
}
