package startorder

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/fix"
)

// Messages name what the user calls: functions and variables as they stand in
// the function that has to change. They say what will be seen at run time, and
// end with what to do.

// late says that a factory is started before what it is to start.
func late(src *fix.Source, v engine.Verdict) (message, todo string) {
	regs := v.Regs()
	call := cmp.Or(src.Callee(v.Anchor.Pos), "Start")
	start := call + map[bool]string{false: " starts the factory", true: " runs"}[v.At(judge.Start).Local]
	by, name := registers(src, regs)
	are, empty := unseen(regs)
	todo = "register before " + call
	if !v.Is(judge.Enclosed) {
		todo += ", or start the factory again after " + name
	}
	return fmt.Sprintf("%s before %s: %s never started, so %s", start, by, are, empty), todo
}

// concurrent says that a factory's Start races with a registration.
func concurrent(src *fix.Source, v engine.Verdict) (message, todo string) {
	if v.Is(judge.Registers) {
		return mirrored(src, v)
	}
	regs := v.Regs()
	start := v.At(judge.Start)
	spawned := src.Callee(v.Anchor.Pos)
	who := "the factory's Start (" + start.Where + ")"
	switch {
	case start.Where == v.Anchor.Where && spawned != "":
		who = spawned
	case spawned != "":
		who = spawned + ", which starts the factory (" + start.Where + "),"
	}
	by, name := registers(src, regs)
	are, empty := unseen(regs)
	return fmt.Sprintf("%s runs in a goroutine while %s: if the goroutine wins, %s never started, and %s", who, by, are, empty),
		"start the factory after " + name
}

// mirrored says that a goroutine registers what the Start beside it should start.
func mirrored(src *fix.Source, v engine.Verdict) (message, todo string) {
	regs, start, who := v.Regs(), v.At(judge.Start), "this goroutine"
	if name := src.Begun(v.Anchor.Pos); name != "" {
		who = name + ", in a goroutine,"
	} else if !v.Anchor.Local {
		who = "a goroutine that begins here"
	}
	beside := fmt.Sprintf("%s (%s) runs", cmp.Or(src.Callee(start.Pos), "Start"), start.Where)
	if p := src.At(start.Via); p != nil && p.Call != nil && (start.Pos < p.Call.Pos() || p.Call.End() <= start.Pos) {
		beside = fmt.Sprintf("%s starts the factory (%s)", cmp.Or(src.Callee(start.Via), "a call"), start.Where)
	}
	what, are := regs[0].Informer("an informer"), "that informer is never started, and its lister stays empty"
	if kinds := compose.Kinds(regs); len(kinds) > 1 {
		what, are = fmt.Sprintf("%s and %d more", what, len(kinds)-1), "those informers are never started, and their listers stay empty"
	}
	return fmt.Sprintf("%s registers %s (%s) while %s: if Start wins, %s", who, what, regs[0].Where, beside, are),
		"register before the goroutine, or start the factory again after the registration"
}

// registers says what registers too late, and names the call.
func registers(src *fix.Source, regs []compose.Site) (text, name string) {
	r := regs[0]
	name = cmp.Or(src.Callee(r.Via), r.Call)
	who := r.Informer("an informer")
	if (!r.Local || r.Via != r.Pos) && name != r.Call {
		text = fmt.Sprintf("%s calls %s of %s (%s)", name, r.Call, who, r.Where)
	} else {
		text = fmt.Sprintf("%s() registers %s (%s)", strings.TrimSuffix(name, "()"), who, r.Where)
	}
	if len(regs) > 1 {
		text = fmt.Sprintf("%s and %d more", text, len(regs)-1)
	}
	return text, name
}

// unseen says what becomes of informers that are registered too late.
func unseen(regs []compose.Site) (are, empty string) {
	if len(regs) > 1 {
		return "those informers are", "their listers stay empty"
	}
	return "that informer is", "its lister stays empty"
}

// never says that nothing starts a factory or informer, and what else is started
// in its place.
func never(src *fix.Source, v engine.Verdict, regs []compose.Site) (message, todo string) {
	birth, sib := v.At(judge.Birth), v.At(judge.Sibling)
	what, start, run := "factory", "started", "start"
	if v.Is(judge.StandAlone) {
		what, start, run = "informer", "run", "run"
	}
	who := cmp.Or(src.Variable(birth.Pos), slices.Concat(v.Held, []string{""})[0], "the "+what+" made here")
	if !birth.Local {
		who += " (made at " + birth.Where + ")"
	}
	it, are, its := "it", "is", "its"
	if n := others(v); n > 0 {
		who, it, are, its = fmt.Sprintf("%s and %d more", who, n), "them", "are", "their"
	}
	of := kinds(regs)
	switch {
	case v.Is(judge.OneByOne):
		who, empty := "the "+of+" informer", "its lister stays empty, and its handlers are never called"
		if len(compose.Kinds(regs)) > 1 {
			who, it, empty = who+"s", "them", "their listers stay empty, and their handlers are never called"
		}
		return fmt.Sprintf("nothing runs %s: %s%s", who, empty, started(src, sib)), "run " + it
	case of != "" && !v.Is(judge.StandAlone):
		its += " " + of
	}
	message = fmt.Sprintf("%s %s never %s: %s listers stay empty, and no handler is called%s", who, are, start, its, started(src, sib))
	return message, run + " " + it
}

// started says what is started instead.
func started(src *fix.Source, sib compose.Site) string {
	if sib.Where == "" {
		return ""
	}
	only := cmp.Or(src.Receiver(sib.Pos), "another one")
	does := map[bool]string{false: "starts", true: "runs"}[sib.Call == "Run"]
	if f := src.Function(sib.Pos); f != "" {
		return fmt.Sprintf("; %s (%s) %s only %s", f, sib.Where, does, only)
	}
	return fmt.Sprintf(" (%s %s only %s)", sib.Where, does, only)
}

// others counts what else is never started, by where it was made: several
// programs may lead to one.
func others(v engine.Verdict) int {
	made := map[string]bool{v.At(judge.Birth).Where: true}
	for _, o := range v.Others {
		made[o.At(judge.Birth).Where] = true
	}
	return len(made) - 1
}

func kinds(regs []compose.Site) string {
	out := compose.Kinds(regs)
	if len(out) > 3 {
		out = append(out[:3], fmt.Sprintf("%d more", len(out)-3))
	}
	if last := len(out) - 1; last > 0 {
		out = append(out[:last-1], out[last-1]+" and "+out[last])
	}
	return strings.Join(out, ", ")
}
