//go:build full

// Package same asks of random programs whether they do the same after
// cachemutation's own fixes: what they send, hand to others and return, on real
// client-go. Nothing is followed here that the check follows: the programs are
// compiled and run as they were and fixed.
package same

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A program is the text of a function, as it is written.
type program struct {
	*rand.Rand
	b     strings.Builder
	names int
	depth int
	vars  []variable
}

// A variable is in scope.
type variable struct {
	name string
	kind kind
}

type kind int

const (
	pod kind = iota // *corev1.Pod
	list
	byName
	labels
	anything // any, which is a pod
	holder
)

// random writes a function: an object or a list comes out of the cache, and
// something is done to it by one of its names.
func random(seed uint64) string {
	p := &program{Rand: rand.New(rand.NewPCG(seed, 1))}
	p.line("func f%d(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, yes bool) (any, error) {", seed)
	for range 1 + p.IntN(2) {
		p.obtain()
	}
	for range 3 + p.IntN(6) {
		p.stmt()
	}
	p.line("return %s, nil", p.any())
	p.line("}\n")
	return p.b.String()
}

func (p *program) line(format string, args ...any) { fmt.Fprintf(&p.b, format+"\n", args...) }

func (p *program) fresh() string {
	p.names++
	return fmt.Sprint("v", p.names)
}

// declare puts a new variable into scope.
func (p *program) declare(name string, k kind) {
	p.line("_ = %s", name)
	p.vars = append(p.vars, variable{name, k})
}

// pick is a variable of a kind.
func (p *program) pick(k kind) (string, bool) {
	var fit []string
	for _, v := range p.vars {
		if v.kind == k {
			fit = append(fit, v.name)
		}
	}
	if len(fit) == 0 {
		return "", false
	}
	return fit[p.IntN(len(fit))], true
}

// any is some value that is seen by others.
func (p *program) any() string {
	if len(p.vars) == 0 || p.IntN(4) == 0 {
		return "nil"
	}
	v := p.vars[p.IntN(len(p.vars))]
	if v.kind == holder {
		return v.name + ".pod"
	}
	return v.name
}

// obtain gets something that nothing else in the program gets.
func (p *program) obtain() {
	v := p.fresh()
	if p.IntN(3) > 0 {
		p.line("%s, err := pods.Pods(%q).Get(\"pod-0\")\nif err != nil {\nreturn nil, err\n}", v, v)
		p.rename()
		p.declare(v, pod)
		return
	}
	p.line("%s, err := pods.Pods(%q).List(everything)\nif err != nil {\nreturn nil, err\n}", v, v)
	p.rename()
	p.declare(v, list)
}

// rename gives the error variable that was just written a name of its own.
func (p *program) rename() {
	n := p.fresh()
	text := p.b.String()
	i := strings.LastIndex(text, ", err :=")
	p.b.Reset()
	p.b.WriteString(text[:i] + strings.ReplaceAll(text[i:], "err", "err"+n))
}

// inner writes statements of a block of their own.
func (p *program) inner() {
	scope := len(p.vars)
	p.depth++
	for range 1 + p.IntN(3) {
		p.stmt()
	}
	p.depth--
	p.vars = p.vars[:scope]
}

func (p *program) stmt() {
	for range 8 {
		if p.try(p.IntN(22)) {
			return
		}
	}
}

// try writes a statement of a form, if there are variables for it.
func (p *program) try(form int) bool {
	x, isPod := p.pick(pod)
	l, isList := p.pick(list)
	m, isMap := p.pick(byName)
	s, isLabels := p.pick(labels)
	i, isAny := p.pick(anything)
	h, isHolder := p.pick(holder)
	v := p.fresh()
	switch {
	case form == 0 && isPod:
		p.line("%s := %s", v, x)
		p.declare(v, pod)
	case form == 1 && isList:
		p.line("if len(%s) == 0 {\nreturn nil, nil\n}\n%s := %s[0]", l, v, l)
		p.declare(v, pod)
	case form == 2 && isList:
		p.line("%s := make(map[string]*corev1.Pod)\nfor _, o := range %s {\n%s[o.Name] = o\n}", v, l, v)
		p.declare(v, byName)
	case form == 3 && isMap:
		p.line("%s, ok%s := %s[\"pod-0\"]\nif !ok%s {\nreturn nil, nil\n}", v, v, m, v)
		p.declare(v, pod)
	case form == 4 && isPod:
		p.line("%s := %s.%s", v, x, []string{"Labels", "GetLabels()", "Spec.NodeSelector"}[p.IntN(3)])
		p.declare(v, labels)
	case form == 5 && isPod:
		p.line("var %s any = %s", v, x)
		p.declare(v, anything)
	case form == 6 && isAny:
		p.line("%s, ok%s := %s.(*corev1.Pod)\nif !ok%s {\nreturn nil, nil\n}", v, v, i, v)
		p.declare(v, pod)
	case form == 7 && isPod:
		p.line("%s := %s.DeepCopy()", v, x)
		p.declare(v, pod)
	case form == 8 && isPod:
		p.line("%s := holder{%s}", v, x)
		p.declare(v, holder)
	case form == 9 && isHolder:
		p.line("%s := %s.pod", v, h)
		p.declare(v, pod)
	case form == 10 && isPod:
		p.line("%s := []*corev1.Pod{%s}", v, x)
		p.declare(v, list)
	case form == 11 && isPod && p.depth < 2:
		p.line("if yes {")
		p.inner()
		if p.IntN(2) == 0 {
			p.line("} else {")
			p.inner()
		}
		p.line("}")
	case form == 12 && isList && p.depth < 2:
		p.line("for _, %s := range %s {", v, l)
		scope := len(p.vars)
		p.declare(v, pod)
		p.inner()
		p.vars = p.vars[:scope]
		p.line("}")
	case form == 13 && isPod:
		if y, _ := p.pick(pod); y != x {
			p.line("%s = %s", x, y)
			return true
		}
		return false
	case form == 14:
		p.line("observe(%s)", p.any())
	case form == 15 && isPod:
		p.line("if _, err := client.CoreV1().Pods(%s.Namespace).Update(ctx, %s, metav1.UpdateOptions{}); err != nil {\nreturn nil, err\n}", x, x)
	case form == 16 && isPod:
		p.line("label(%s)", x)
	case form == 17 && isPod:
		p.line("%s := func() { %s.Status.Reason = %q }\n%s()", v, x, v, v)
	case form == 18 && isLabels:
		p.line("%s[%q] = \"1\"", s, v)
	case form >= 19 && isPod:
		switch p.IntN(4) {
		case 0:
			p.line("%s.Labels[%q] = \"1\"", x, v)
		case 1:
			p.line("%s.Status.Reason = %q", x, v)
		case 2:
			p.line("%s.Finalizers = append(%s.Finalizers, %q)", x, x, v)
		case 3:
			p.line("%s.Spec.NodeSelector[%q] = \"1\"", x, v)
		}
	default:
		return false
	}
	return true
}
