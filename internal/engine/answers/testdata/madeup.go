// Workers that read a cache, which is not complete yet. The names say what is made up for.
package p

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/util/workqueue"
)

type worker struct {
	client  kubernetes.Interface
	nodes   listers.NodeLister
	queue   workqueue.Interface
	retries chan any
	pending []any
	count   int
	looked  int
	found   int
	added   int64
	sum     int64
	Shown   int
	sizes   map[string]int
	last    []any
	first_  any
}

func place(...any) {}

var given func(any)

type giver interface{ Return(key any) }

// What is lost.

func (w *worker) NoLoops() {
	all, _ := w.nodes.List(nil)
	for _, n := range all {
		place(n)
	}
}

func (w *worker) NoError() error {
	all, err := w.nodes.List(nil)
	if err != nil {
		return err
	}
	for _, n := range all {
		place(n)
	}
	return nil
}

func (w *worker) NoTellsHowMany(found chan int) {
	all, _ := w.nodes.List(nil)
	found <- len(all)
}

func (w *worker) NoOnlyIfThere(key any) error {
	all, _ := w.nodes.List(nil)
	if len(all) > 0 {
		w.queue.Add(key)
		return errors.New("not done")
	}
	return nil
}

// What puts it back.

func (w *worker) YesAdds(key any) {
	if all, _ := w.nodes.List(nil); len(all) == 0 {
		w.queue.Add(key)
	}
}

func (w *worker) YesByHelper(key any) {
	if all, _ := w.nodes.List(nil); len(all) == 0 {
		w.giveBack(key)
	}
}

func (w *worker) giveBack(key any) { w.queue.Add(key) }

func (w *worker) YesSends(key any) {
	if all, _ := w.nodes.List(nil); len(all) == 0 {
		w.retries <- key
	}
}

func (w *worker) YesKeeps(key any) {
	if all, _ := w.nodes.List(nil); len(all) == 0 {
		w.pending = append(w.pending, key)
	}
}

func (w *worker) YesGivesAway() {
	all, _ := w.nodes.List(nil)
	given(all)
}

func (w *worker) YesInterface(key any, back giver) {
	if all, _ := w.nodes.List(nil); len(all) == 0 {
		back.Return(key)
	}
}

func (w *worker) YesInGoroutine(key any) {
	if all, _ := w.nodes.List(nil); len(all) == 0 {
		go w.giveBack(key)
	}
}

func (w *worker) YesDefers(key any) {
	done := false
	defer func() {
		if !done {
			w.queue.Add(key)
		}
	}()
	all, _ := w.nodes.List(nil)
	for range all {
		done = true
	}
}

func (w *worker) YesPolls() {
	for i := 0; i < 10; i++ {
		if all, _ := w.nodes.List(nil); len(all) > 0 {
			return
		}
		time.Sleep(1)
	}
}

func (w *worker) YesRecursive() {
	if all, _ := w.nodes.List(nil); len(all) == 0 {
		w.YesRecursive()
	}
}

func (w *worker) YesPanics() {
	if all, _ := w.nodes.List(nil); len(all) == 0 {
		panic("none")
	}
}

func (w *worker) YesFails() error {
	if all, _ := w.nodes.List(nil); len(all) == 0 {
		return errors.New("none")
	}
	return nil
}

func (w *worker) YesCounts() error {
	n := 0
	all, _ := w.nodes.List(nil)
	for range all {
		n++
	}
	if n == 0 {
		return errors.New("none")
	}
	return nil
}

func (w *worker) YesAlways(key any) {
	all, _ := w.nodes.List(nil)
	for _, n := range all {
		place(n)
	}
	w.queue.Add(key)
}

func (w *worker) YesLater(obj any, initial bool) {
	if initial {
		return
	}
	all, _ := w.nodes.List(nil)
	for _, n := range all {
		place(n)
	}
}

func (w *worker) YesSendsList(found chan any) {
	all, _ := w.nodes.List(nil)
	found <- all
}

func (w *worker) YesCloses(empty chan int) {
	if all, _ := w.nodes.List(nil); len(all) == 0 {
		close(empty)
	}
}

func (w *worker) YesCancels(cancel context.CancelFunc) {
	if all, _ := w.nodes.List(nil); len(all) == 0 {
		cancel()
	}
}

func (w *worker) NoCancelsAnyway(cancel context.CancelFunc) {
	defer cancel()
	all, _ := w.nodes.List(nil)
	for _, n := range all {
		place(n)
	}
}

func (w *worker) again(key string) any {
	if n, err := w.nodes.Get(key); err == nil {
		return n
	}
	time.Sleep(1)
	n, _ := w.nodes.Get(key)
	return n
}

func (w *worker) NoOther(key string) {
	if _, err := w.nodes.Get(key); err == nil {
		place(key)
	}
	if _, err := w.nodes.Get("other"); err == nil {
		place("other")
	}
}

// What the caller does.

func (w *worker) first() any {
	all, _ := w.nodes.List(nil)
	for _, n := range all {
		return n
	}
	return nil
}

func (w *worker) tellsFirst(key any) {
	if w.first() == nil {
		w.queue.Add(key)
	}
}

func (w *worker) noCaller() any {
	all, _ := w.nodes.List(nil)
	for _, n := range all {
		return n
	}
	return nil
}

func (w *worker) drops() {
	for {
		if _, quit := w.queue.Get(); quit {
			return
		}
		if n := w.noCaller(); n != nil {
			place(n)
		}
	}
}

func (w *worker) handled(err error, key any) {
	if err != nil {
		w.queue.Add(key)
	}
}

func (w *worker) goesWell() error {
	all, _ := w.nodes.List(nil)
	if len(all) == 0 {
		return nil
	}
	return errors.New("not done")
}

func (w *worker) doesNot() error {
	if all, _ := w.nodes.List(nil); len(all) == 0 {
		return errors.New("none")
	}
	return nil
}

func (w *worker) loop() {
	for {
		key, _ := w.queue.Get()
		w.handled(w.goesWell(), key)
	}
}

func (w *worker) failing() {
	for {
		key, _ := w.queue.Get()
		w.handled(w.doesNot(), key)
	}
}

// GetAbroad is called by other packages, too.
func (w *worker) GetAbroad(name string) (any, error) {
	n, err := w.nodes.Get(name)
	if err != nil {
		return nil, err
	}
	return n, nil
}

func (w *worker) create(name string) {
	if _, err := w.GetAbroad(name); err != nil {
		place("create", name)
	}
}

func (w *worker) handedOn(name string) error {
	_, err := w.nodes.Get(name)
	return err
}

func run(f func(string) error) {}

func (w *worker) begin() { go run(w.handedOn) }

// Functions that defer: go/ssa keeps their results in variables.

func (w *worker) NoDefers(key string) error {
	defer place(key)
	all, err := w.nodes.List(nil)
	if err != nil {
		return err
	}
	for _, n := range all {
		place(n)
	}
	return nil
}

func (w *worker) NoLeavesZero(key string) (err error) {
	defer place(key)
	if all, _ := w.nodes.List(nil); len(all) > 0 {
		err = errors.New("not done")
	}
	return
}

func (w *worker) NoSetBefore(key string) (err error) {
	defer place(key)
	err = nil
	if all, _ := w.nodes.List(nil); len(all) > 0 {
		err = errors.New("not done")
	}
	return
}

func (w *worker) YesSetBefore(key string) (err error) {
	defer place(key)
	err = errors.New("not done")
	if all, _ := w.nodes.List(nil); len(all) > 0 {
		err = nil
	}
	return
}

func (w *worker) YesMaybeBefore(key string) (err error) {
	defer place(key)
	if key == "" {
		err = try(key)
	}
	if all, _ := w.nodes.List(nil); len(all) > 0 {
		place(key)
	}
	return
}

func (w *worker) YesDefersAndFails(key string) (err error) {
	defer place(key)
	if all, _ := w.nodes.List(nil); len(all) == 0 {
		err = errors.New("not done")
	}
	return
}

func (w *worker) YesCaptured(key string) (err error) {
	defer func() {
		if key == "" {
			err = errors.New("not done")
		}
	}()
	all, _ := w.nodes.List(nil)
	for _, n := range all {
		place(n)
	}
	return nil
}

func (w *worker) YesInLoop(key string) (err error) {
	defer place(key)
	for range 3 {
		if all, _ := w.nodes.List(nil); len(all) == 0 {
			err = errors.New("not done")
			continue
		}
		err = nil
	}
	return err
}

func try(key string) error {
	if key == "" {
		return errors.New("no key")
	}
	return nil
}

// Rounds.

func (w *worker) round() bool {
	key, quit := w.queue.Get()
	if quit {
		return false
	}
	defer w.queue.Done(key)
	if err := w.noRound(); err != nil {
		w.queue.Add(key)
	}
	return true
}

func (w *worker) noRound() error {
	defer place()
	all, err := w.nodes.List(nil)
	if err != nil {
		return err
	}
	place(all)
	return nil
}

func (w *worker) rounds() {
	for w.round() {
	}
}

func (w *worker) noInline() error {
	all, err := w.nodes.List(nil)
	if err != nil {
		return err
	}
	place(all)
	return nil
}

func (w *worker) inline() {
	for {
		key, quit := w.queue.Get()
		if quit {
			return
		}
		if err := w.noInline(); err != nil {
			w.queue.Add(key)
		}
		w.queue.Done(key)
	}
}

func (w *worker) yesPolled() bool {
	all, _ := w.nodes.List(nil)
	return len(all) == 0
}

func (w *worker) polls() {
	for w.yesPolled() {
	}
}

// Statistics.

func (w *worker) NoCounts(key string) {
	all, _ := w.nodes.List(nil)
	w.count++
	place(len(all))
}

func (w *worker) NoHowMany() {
	all, _ := w.nodes.List(nil)
	w.found = len(all)
}

func (w *worker) NoAdds() {
	all, _ := w.nodes.List(nil)
	atomic.AddInt64(&w.sum, int64(len(all)))
}

func (w *worker) NoSizes(key string) {
	all, _ := w.nodes.List(nil)
	w.sizes[key] = len(all)
}

func (w *worker) logs() any { println(w.count, w.found, len(w.sizes)); return nil }

func (w *worker) YesLookedAt() {
	all, _ := w.nodes.List(nil)
	w.looked = len(all)
}

func (w *worker) looks() {
	if w.looked == 0 {
		w.queue.Add("again")
	}
}

func (w *worker) YesAddsAndLooks() {
	if all, _ := w.nodes.List(nil); len(all) == 0 {
		atomic.AddInt64(&w.added, 1)
	}
}

func (w *worker) missed() bool { return atomic.LoadInt64(&w.added) > 0 }

func (w *worker) YesShown() {
	all, _ := w.nodes.List(nil)
	w.Shown = len(all)
}

func (w *worker) YesKept() {
	all, _ := w.nodes.List(nil)
	w.last = nil
	for _, n := range all {
		w.last = append(w.last, n)
	}
}

func (w *worker) next() {
	for _, n := range w.last {
		w.queue.Add(n)
	}
}

func (w *worker) YesKeepsKey(key string) {
	if all, _ := w.nodes.List(nil); len(all) == 0 {
		w.first_ = key
	}
}
