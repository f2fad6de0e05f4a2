package judge_test

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
)

// Functions beside a Delete handler that drops tombstones, and whether its entries stay.
var resyncs = []struct {
	name, text string
	reported   bool
}{
	{"held against a list", `func (s *state) Sync() {
	pods, _ := s.lister.List(nil); live := map[string]bool{}
	for _, p := range pods { live[p.Name] = true }
	for k := range s.at { if !live[k] { delete(s.at, k) } }
}`, false},
	{"each is looked up", `func (s *state) Sync() { for k := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil { delete(s.at, k) } } }`, false},
	{"in the store", `func (s *state) Sync() { for k := range s.at { if _, there, _ := s.store.GetByKey(k); !there { delete(s.at, k) } } }`, false},
	{"a helper looks it up", `func (s *state) Sync() { for k := range s.at { if !s.there(k) { delete(s.at, k) } } }
func (s *state) there(k string) bool { _, err := s.lister.Pods("").Get(k); return err == nil }`, false},
	{"made anew from a list", `func (s *state) Sync() { pods, _ := s.lister.List(nil); at := map[string]int{}; for _, p := range pods { at[p.Name] = 1 }; s.at = at }`, false},
	{"in a goroutine", `func (s *state) Run() { go func() { for { for k := range s.at { if !s.there(k) { delete(s.at, k) } } } }() }
func (s *state) there(k string) bool { _, err := s.lister.Pods("").Get(k); return err == nil }`, false},
	{"maps.DeleteFunc", `func (s *state) Sync() { maps.DeleteFunc(s.at, func(k string, _ int) bool { _, err := s.lister.Pods("").Get(k); return err != nil }) }`, false},
	{"maps.DeleteFunc of a set", `func (s *state) Sync() { pods, _ := s.lister.List(nil); live := map[string]bool{}; for _, p := range pods { live[p.Name] = true }; maps.DeleteFunc(s.at, func(k string, _ int) bool { return !live[k] }) }`, false},
	{"emptied and filled", `func (s *state) Sync() { for name := range s.at { delete(s.at, name) }; pods, _ := s.lister.List(nil); for _, p := range pods { s.at[p.Name] = 1 } }`, false},
	{"cleared and filled", `func (s *state) Sync() { clear(s.at); pods, _ := s.lister.List(nil); for _, p := range pods { s.at[p.Name] = 1 } }`, false},
	{"the caller lists", `func (s *state) Sync() { pods, _ := s.lister.List(nil); s.prune(pods) }
func (s *state) prune(pods []*corev1.Pod) { for k := range s.at { if !has(pods, k) { delete(s.at, k) } } }
func has(pods []*corev1.Pod, k string) bool { for _, p := range pods { if p.Name == k { return true } }; return false }`, false},
	{"a literal", `func (s *state) Run(every func(func())) { every(func() { for k := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil { delete(s.at, k) } } }) }`, false},
	{"swept beside", `func Sweep(s *state, l corelisters.PodLister) { for k := range s.at { if _, err := l.Pods("").Get(k); err != nil { delete(s.at, k) } } }`, false},
	{"swapped", `func (s *state) Sync() { s.at = s.now() }
func (s *state) now() map[string]int { at := map[string]int{}; pods, _ := s.lister.List(nil); for _, p := range pods { at[p.Name] = 1 }; return at }`, false},

	{"what is found in a list", `func (s *state) Sync() { pods, _ := s.lister.List(nil); for k := range s.at { found := false; for _, p := range pods { if p.Name == k { found = true; break } }; if !found { delete(s.at, k) } } }`, false},
	{"what is found in a list, and told", `func (s *state) Sync() { pods, _ := s.lister.List(nil); for k := range s.at { found := false; for _, p := range pods { if p.Name == k { println(k); found = true } }; if !found { delete(s.at, k) } } }`, false},
	{"what is found in a list, and what not", `func (s *state) Sync() { pods, _ := s.lister.List(nil); for k := range s.at { found := false; for _, p := range pods { if p.Name == k { println(k); found = true } else { println(p) } }; if !found { delete(s.at, k) } } }`, false},
	{"the names in a list", `func (s *state) Sync() { var names []string; pods, _ := s.lister.List(nil); for _, p := range pods { names = append(names, p.Name) }; for k := range s.at { if !contains(names, k) { delete(s.at, k) } } }
func contains(names []string, k string) bool { for i := range names { if names[i] == k { return true } }; return false }`, false},
	{"a helper returns what there is", `func (s *state) Sync() { live, err := s.live(); if err != nil { return }; for k := range s.at { if _, ok := live[k]; !ok { delete(s.at, k) } } }
func (s *state) live() (map[string]bool, error) { live := map[string]bool{}; pods, err := s.lister.List(nil); if err != nil { return nil, err }; for _, p := range pods { live[p.Name] = true }; return live, nil }`, false},
	{"a literal asks", `func (s *state) Sync() { there := func(k string) bool { _, err := s.lister.Pods("").Get(k); return err == nil }; for k := range s.at { if !there(k) { delete(s.at, k) } } }`, false},
	{"one case of several", `func (s *state) Sync() { for k := range s.at { _, err := s.lister.Pods("").Get(k); switch { case err == nil: println(k); default: delete(s.at, k) } } }`, false},
	{"a set", `type set map[string]struct{}
func (t set) insert(names ...string) { for _, n := range names { t[n] = struct{}{} } }
func (t set) has(name string) bool { _, ok := t[name]; return ok }
func (s *state) Sync() { live := set{}; pods, _ := s.lister.List(nil); for _, p := range pods { live.insert(p.Name) }; for k := range s.at { if live.has(k) { continue }; delete(s.at, k) } }`, false},
	{"by what the entry says", `type owned struct { name string; at map[int]string }
func (o *owned) Sync(s *state) { for k, v := range s.at { if v == 0 { continue }; if _, err := s.lister.Pods("").Get(k); err != nil { delete(s.at, k) } } }`, false},
	{"under a lock, and told", `func (s *state) Sync() { pods, err := s.lister.List(nil); if err != nil { println(err.Error()); return }; live := make(map[string]struct{}, len(pods)); for i := range pods { live[pods[i].Name] = struct{}{} }; for k := range s.at { if _, ok := live[k]; ok { continue }; println("gone", k); delete(s.at, k) } }`, false},
	{"the others go on", `func (s *state) Sync() { for k := range s.at { _, there, err := s.store.GetByKey(k); if err != nil || there { continue }; delete(s.at, k) } }`, false},
	{"it is nil", `func (s *state) Sync() { live := map[string]*corev1.Pod{}; pods, _ := s.lister.List(nil); for _, p := range pods { live[p.Name] = p }; for k := range s.at { if live[k] == nil { delete(s.at, k) } } }`, false},
	{"gone, or too old", `func (s *state) Sync(now int) { for k, t := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil || t < now { delete(s.at, k) } } }`, false},
	{"gone, and old", `func (s *state) Sync(now int) { for k, t := range s.at { if t > now { continue }; if _, err := s.lister.Pods("").Get(k); err != nil { delete(s.at, k) } } }`, false},
	{"kept if there", `func (s *state) Sync() { at := map[string]int{}; for k, t := range s.at { if _, err := s.lister.Pods("").Get(k); err == nil { at[k] = t } }; s.at = at }`, false},
	{"a list in a field", `type held struct { live map[string]bool }
func (h *held) list(s *state) { pods, _ := s.lister.List(nil); for _, p := range pods { h.live[p.Name] = true } }
func (h *held) Sync(s *state) { for k := range s.at { if !h.live[k] { delete(s.at, k) } } }`, false},
	{"the keys are collected first", `func (s *state) Sync() { gone := map[string]bool{}; for k := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil { gone[k] = true } }; for k := range s.at { if gone[k] { delete(s.at, k) } } }`, false},

	{"nobody", ``, true},
	{"by age, and the pods are counted", `func (s *state) Expire(now int) { pods, err := s.lister.List(nil); if err != nil { return }; println(len(pods)); for k, t := range s.at { if t < now { delete(s.at, k) } } }`, true},
	{"by age, and more with fewer pods", `func (s *state) Expire(now int) { pods, _ := s.lister.List(nil); for k, t := range s.at { if t < now-len(pods) { delete(s.at, k) } } }`, true},
	{"by age, and those of pods are looked at", `func (s *state) Expire(now int) { for k, t := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil { println(k) }; if t < now { delete(s.at, k) } } }`, true},
	{"those that are there, in the loop", `func (s *state) Expire() { for k := range s.at { if _, err := s.lister.Pods("").Get(k); err == nil { delete(s.at, k) } } }`, true},
	{"those that are there and done", `func (s *state) Expire() { live := map[string]*corev1.Pod{}; pods, _ := s.lister.List(nil); for _, p := range pods { live[p.Name] = p }; for k := range s.at { if p, ok := live[k]; ok && p.Status == "Failed" { delete(s.at, k) } } }`, true},
	{"by age, made anew", `func (s *state) Expire(now int) { pods, _ := s.lister.List(nil); println(len(pods)); at := map[string]int{}; for k, t := range s.at { if t > now { at[k] = t } }; s.at = at }`, true},
	{"by age, what a list has filled", `func (s *state) Expire(now int) { pods, _ := s.lister.List(nil); for _, p := range pods { s.at[p.Name] = now }; for k, t := range s.at { if t < now { delete(s.at, k) } } }`, true},
	{"by age, unless it cannot list", `func (s *state) Expire(now int) { for k, t := range s.at { if _, err := s.lister.List(nil); err != nil { continue }; if t < now { delete(s.at, k) } } }`, true},
	{"maps.DeleteFunc by age, unless it cannot list", `func (s *state) Expire(now int) { maps.DeleteFunc(s.at, func(_ string, t int) bool { if _, err := s.lister.List(nil); err != nil { return false }; return t < now }) }`, true},
	{"maps.DeleteFunc by age", `func (s *state) Expire(now int) { pods, _ := s.lister.List(nil); println(len(pods)); maps.DeleteFunc(s.at, func(k string, t int) bool { return t < now }) }`, true},
	{"maps.DeleteFunc of those that are there", `func (s *state) Expire() { maps.DeleteFunc(s.at, func(k string, _ int) bool { _, err := s.lister.Pods("").Get(k); return err == nil }) }`, true},
	{"cleared beside a list, and begun anew", `func (s *state) Reset() { pods, _ := s.lister.List(nil); println(len(pods)); clear(s.at); s.at["all"] = 0 }`, true},
	{"emptied beside a list, and begun anew", `func (s *state) Reset() { pods, _ := s.lister.List(nil); println(len(pods)); for k := range s.at { delete(s.at, k) }; s.at["all"] = 0 }`, true},
	{"emptied by age, and filled", `func (s *state) Expire(now int) { for k, t := range s.at { if t < now { delete(s.at, k) } }; pods, _ := s.lister.List(nil); for _, p := range pods { s.at[p.Name] = now } }`, true},
	{"cleared beside a list", `func (s *state) Reset() { pods, _ := s.lister.List(nil); println(len(pods)); clear(s.at) }`, true},
	{"held against another kind", `func (s *state) Sync(l others) { for k := range s.at { if _, err := l.Get(k); err != nil { delete(s.at, k) } } }`, true},
	{"another map", `func (s *state) Sync() { for k := range s.other { if _, err := s.lister.Pods("").Get(k); err != nil { delete(s.other, k) } } }`, true},
	{"of one key", `func (s *state) Sync(k string) { if _, err := s.lister.Pods("").Get(k); err != nil { delete(s.at, k) } }`, true},
	{"at the end", `func (s *state) Stop() { clear(s.at) }`, true},
	{"by age", `func (s *state) Expire(now int) { for k, t := range s.at { if t < now { delete(s.at, k) } } }`, true},
	{"it only looks", `func (s *state) Sync() { for k := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil { println(k) } } }`, true},
	{"a worker of one key", `func (s *state) Work(keys chan string) { for k := range keys { if _, err := s.lister.Pods("").Get(k); err != nil { delete(s.at, k) } } }`, true},
	{"those that are there", `func (s *state) Sync() { pods, _ := s.lister.List(nil); for _, p := range pods { delete(s.at, p.Name) } }`, true},
	{"Delete alone", `func (s *state) sync() { for k := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil { delete(s.at, k) } } }
func (s *state) more() { s.sync() }`, true},

	// The keys go some way from the map to where the entries are taken away.
	{"the difference of two sets", `func (s *state) Sync() { pods, _ := s.lister.List(nil); live := sets.New[string](); for _, p := range pods { live.Insert(p.Name) }; for k := range sets.KeySet(s.at).Difference(live) { delete(s.at, k) } }`, false},
	{"the difference, as a list", `func (s *state) Sync() { pods, _ := s.lister.List(nil); live, known := sets.New[string](), sets.New[string](); for _, p := range pods { live.Insert(p.Name) }; for k := range s.at { known.Insert(k) }; for _, k := range known.Difference(live).UnsortedList() { delete(s.at, k) } }`, false},
	{"a difference made by hand", `func (s *state) Sync() { pods, _ := s.lister.List(nil); var names, known []string; for _, p := range pods { names = append(names, p.Name) }; for k := range s.at { known = append(known, k) }; for _, k := range without(known, names) { delete(s.at, k) } }
func without(a, b []string) (out []string) { for _, x := range a { if slices.Index(b, x) < 0 { out = append(out, x) } }; return out }`, false},
	{"gathered in a slice", `func (s *state) Sync() { var gone []string; for k := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil { gone = append(gone, k) } }; for _, k := range gone { delete(s.at, k) } }`, false},
	{"gathered in a map", `func (s *state) Sync() { gone := map[string]int{}; for k, n := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil { gone[k] = n } }; for k := range gone { delete(s.at, k) } }`, false},
	{"gathered in a set", `func (s *state) Sync() { gone := sets.New[string](); for k := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil { gone.Insert(k) } }; for k := range gone { delete(s.at, k) } }`, false},
	{"gathered in a slice of structures", `type stale struct { key string; n int }
func (s *state) Sync() { var gone []*stale; for k, n := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil { gone = append(gone, &stale{k, n}) } }; for _, g := range gone { s.forget(g) } }
func (s *state) forget(g *stale) { delete(s.at, g.key) }`, false},
	{"gathered in a field", `type sweeper struct { s *state; gone []string }
func (w *sweeper) find() { for k := range w.s.at { if _, err := w.s.lister.Pods("").Get(k); err != nil { w.gone = append(w.gone, k) } } }
func (w *sweeper) Run() { w.find(); for _, k := range w.gone { delete(w.s.at, k) } }`, false},
	{"all are gathered, and looked up then", `type entry struct { name string; n int }
func (s *state) Sync() { var all []entry; for k, n := range s.at { all = append(all, entry{k, n}) }; for _, e := range all { if _, err := s.lister.Pods("").Get(e.name); err != nil { delete(s.at, e.name) } } }`, false},
	{"all keys are collected, and looked up then", `func (s *state) Sync() { for _, k := range slices.Collect(maps.Keys(s.at)) { if _, err := s.lister.Pods("").Get(k); err != nil { delete(s.at, k) } } }`, false},
	{"a loop over a function", `func (s *state) Sync() { for k := range maps.Keys(s.at) { if _, err := s.lister.Pods("").Get(k); err != nil { delete(s.at, k) } } }`, false},
	{"those that live are taken out", `func (s *state) Sync() { pods, _ := s.lister.List(nil); live := sets.New[string](); for _, p := range pods { live.Insert(p.Name) }; for _, k := range slices.DeleteFunc(slices.Collect(maps.Keys(s.at)), live.Has) { delete(s.at, k) } }`, false},
	{"a helper takes it away", `func (s *state) Sync() { for k := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil { s.forget(k) } } }
func (s *state) forget(k string) { delete(s.at, k) }`, false},
	{"a helper asks, and takes it away", `func (s *state) Sync() { for k := range s.at { s.check(k) } }
func (s *state) check(k string) { if _, err := s.lister.Pods("").Get(k); err == nil { return }; delete(s.at, k) }`, false},
	{"helpers gather, and take away", `func (s *state) Sync() { s.forget(s.gone()) }
func (s *state) gone() (out []string) { for k := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil { out = append(out, k) } }; return out }
func (s *state) forget(keys []string) { for _, k := range keys { delete(s.at, k) } }`, false},
	{"a deferred literal goes by a flag", `func (s *state) Sync() { for k := range s.at { s.check(k) } }
func (s *state) check(k string) { gone := false; defer func() { if gone { delete(s.at, k) } }(); if _, err := s.lister.Pods("").Get(k); err != nil { gone = true } }`, false},
	{"a goroutine takes it away", `func (s *state) Sync() { for k := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil { go func() { delete(s.at, k) }() } } }`, false},
	{"others call for each", `func (s *state) Sync(each func(int, func(int))) { var gone []string; for k := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil { gone = append(gone, k) } }; each(len(gone), func(i int) { delete(s.at, gone[i]) }) }`, false},
	{"a generic helper", `func (s *state) Sync() { pods, _ := s.lister.List(nil); live := sets.New[string](); for _, p := range pods { live.Insert(p.Name) }; prune(s.at, live) }
func prune[K comparable, V any](m map[K]V, live sets.Set[K]) { for k := range m { if !live.Has(k) { delete(m, k) } } }`, false},
	{"a generic helper asks a function", `func (s *state) Sync() { prune(s.at, s.there) }
func (s *state) there(k string) bool { _, err := s.lister.Pods("").Get(k); return err == nil }
func prune[K comparable, V any](m map[K]V, keep func(K) bool) { for k := range m { if !keep(k) { delete(m, k) } } }`, false},

	{"by age, gathered", `func (s *state) Expire(now int) { var old []string; for k, t := range s.at { if t < now { old = append(old, k) } }; for _, k := range old { delete(s.at, k) } }`, true},
	{"by age, gathered, and the pods are counted", `func (s *state) Expire(now int) { pods, err := s.lister.List(nil); if err != nil { return }; var old []string; for k, t := range s.at { if t < now-len(pods) { old = append(old, k) } }; for _, k := range old { delete(s.at, k) } }`, true},
	{"by age, gathered, and those of pods are looked at", `func (s *state) Expire(now int) { var old []string; for k, t := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil { println(k) }; if t < now { old = append(old, k) } }; for _, k := range old { s.forget(k) } }
func (s *state) forget(k string) { delete(s.at, k) }`, true},
	{"by age, gathered, and still there", `func (s *state) Expire(now int) { pods, _ := s.lister.List(nil); for _, p := range pods { s.at[p.Name] = now }; var old []string; for k := range s.at { if s.at[k] < now { old = append(old, k) } }; for _, k := range old { if _, ok := s.at[k]; ok { delete(s.at, k) } } }`, true},
	{"by age, by a helper", `func (s *state) Expire(now int) { for k, t := range s.at { if t < now { s.forget(k) } } }
func (s *state) forget(k string) { delete(s.at, k) }`, true},
	{"by age, by a generic helper", `func (s *state) Expire(now int) { pods, _ := s.lister.List(nil); println(len(pods)); expire(s.at, func(t int) bool { return t < now }) }
func expire[K comparable, V any](m map[K]V, old func(V) bool) { for k, v := range m { if old(v) { delete(m, k) } } }`, true},
	{"all are gathered", `func (s *state) Reset() { pods, _ := s.lister.List(nil); if len(pods) == 0 { return }; var all []string; for k := range s.at { all = append(all, k) }; for _, k := range all { delete(s.at, k) } }`, true},
	{"all keys are collected", `func (s *state) Reset() { pods, _ := s.lister.List(nil); if len(pods) == 0 { return }; for _, k := range slices.Collect(maps.Keys(s.at)) { delete(s.at, k) } }`, true},
	{"those that are there, gathered", `func (s *state) Expire() { var done []string; for k := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil { continue }; done = append(done, k) }; for _, k := range done { delete(s.at, k) } }`, true},
	{"those that are there, of a list", `func (s *state) Expire() { pods, _ := s.lister.List(nil); var done []string; for _, p := range pods { if _, ok := s.at[p.Name]; ok { done = append(done, p.Name) } }; for _, k := range done { delete(s.at, k) } }`, true},
	{"the difference to what is wanted", `func (s *state) Configure(wanted ...string) { for k := range sets.KeySet(s.at).Difference(sets.New(wanted...)) { delete(s.at, k) } }`, true},
	{"those that somebody names", `func (s *state) Forget(keys []string) { for _, k := range keys { if _, err := s.lister.Pods("").Get(k); err != nil { delete(s.at, k) } } }`, true},
	{"a worker of one key, with a helper", `func (s *state) Work(keys chan string) { for k := range keys { if _, err := s.lister.Pods("").Get(k); err != nil { s.forget(k) } } }
func (s *state) forget(k string) { delete(s.at, k) }`, true},
	{"gathered and only counted", `func (s *state) Sync() { var gone []string; for k := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil { gone = append(gone, k) } }; println(len(gone)) }
func (s *state) Forget(k string) { delete(s.at, k) }`, true},
	{"a generic helper sweeps another map", `func (s *state) Sync() { pods, _ := s.lister.List(nil); live := sets.New[string](); for _, p := range pods { live.Insert(p.Name) }; prune(s.other, live) }
func prune[K comparable, V any](m map[K]V, live sets.Set[K]) { for k := range m { if !live.Has(k) { delete(m, k) } } }`, true},
	{"what waits in another map", `func (s *state) Work() { for k := range s.other { if _, err := s.lister.Pods("").Get(k); err != nil { delete(s.at, k) } }; clear(s.other) }`, true},
	{"all are gathered, unless there are as many as pods", `func (s *state) Reset() { pods, _ := s.lister.List(nil); var names, all []string; for _, p := range pods { names = append(names, p.Name) }; for k := range s.at { all = append(all, k) }; if same(all, names) { return }; for _, k := range all { delete(s.at, k) } }
func same(a, b []string) bool { return len(a) == len(b) && (len(a) == 0 || a[0] == b[0]) }`, true},
	{"by age, gathered, and those that are gone are told", `type entry struct { name string }
func (s *state) Tell() { var gone []entry; for k := range s.at { if _, err := s.lister.Pods("").Get(k); err != nil { gone = append(gone, entry{k}) } }; println(len(gone)) }
func (s *state) Expire(now int) { var old []entry; for k, t := range s.at { if t < now { old = append(old, entry{k}) } }; for _, e := range old { delete(s.at, e.name) } }`, true},
	{"all are gathered, again and again", `type entry struct { name string }
func (s *state) Run() { for { var all []entry; for k := range s.at { all = append(all, entry{k}) }; for _, e := range all { if _, err := s.lister.Pods("").Get(e.name); err != nil { delete(s.at, e.name) } } } }`, false},
	{"a set of known ones", `func (s *state) known(k string) { s.names.Delete(k) }
func (s *state) Sync() { pods, _ := s.lister.List(nil); live := sets.New[string](); for _, p := range pods { live.Insert(p.Name) }; gone := s.names.Difference(live).UnsortedList(); s.names.Delete(gone...); for _, k := range gone { delete(s.at, k) } }`, false},
	{"a set of known ones is emptied", `func (s *state) known(k string) { s.names.Delete(k) }
func (s *state) Sync() { pods, _ := s.lister.List(nil); if len(pods) == 0 { return }; gone := s.names.UnsortedList(); s.names.Delete(gone...); for _, k := range gone { delete(s.at, k) } }`, true},
	{"along another map that the same deletions take from", `func (s *state) both(k string) { delete(s.other, k) }
func (s *state) Sync() { for k := range s.other { if _, err := s.lister.Pods("").Get(k); err != nil { delete(s.at, k); s.both(k) } } }`, false},
}

// A map that is held against what there is loses the entries that a tombstone has left.
func TestRelisted(t *testing.T) {
	const text = `package relist

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/sets"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type state struct { names sets.Set[string]; at, other map[string]int; lister corelisters.PodLister; store cache.Store }

type other struct{ corev1.ObjectMeta }

func (o *other) DeepCopyObject() runtime.Object { return nil }

type others interface{ Get(string) (*other, error) }

var _, _, _ = maps.Keys[map[int]int], slices.Index[[]int], sets.New[int]

func Watch(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { s.at[obj.(*corev1.Pod).Name] = 1 },
		DeleteFunc: func(obj any) { if pod, ok := obj.(*corev1.Pod); ok { delete(s.at, pod.Name); MORE } },
	})
}
`
	for _, test := range resyncs {
		t.Run(test.name, func(t *testing.T) {
			more := ""
			if strings.Contains(test.text, ") more()") {
				more = "s.more()"
			}
			for _, too := range []string{"both", "known"} {
				if strings.Contains(test.text, ") "+too+"(") {
					more = "s." + too + "(pod.Name)"
				}
			}
			p := again(t, "relist", strings.Replace(text, "MORE", more, 1)+test.text)
			if len(p.Groups) != 1 {
				t.Fatalf("%d groups", len(p.Groups))
			}
			if got := len(judge.Tombs(p, p.Groups[0])) > 0; got != test.reported {
				t.Errorf("reported: %t", got)
			}
		})
	}
}
