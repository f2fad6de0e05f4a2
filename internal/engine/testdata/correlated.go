// Branches that ask the same go the same way: a way on which one is taken and the
// other is not is no excuse.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corev1 "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type Options struct {
	Pods, Nodes bool
	Namespace   string
	hot         bool
}

var debug = false

func Parameter(client kubernetes.Interface, stop <-chan struct{}, on bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	if on {
		f.Start(stop)
	}
	println("started")
	if on {
		f.Core().V1().Pods().Lister()
	}
}

// The contrary is asked, and a literal asks.
func Early(client kubernetes.Interface, stop <-chan struct{}, opts Options) {
	f := informers.NewSharedInformerFactory(client, 0)
	if opts.Namespace != "" {
		f.Start(stop)
	}
	println("started")
	func() {
		if opts.Namespace == "" {
			return
		}
		f.Core().V1().Pods().Lister()
	}()
}

// A test for nil asks what has decided it.
func Nil(client kubernetes.Interface, stop <-chan struct{}, opts *Options) {
	f := informers.NewSharedInformerFactory(client, 0)
	var informer cache.SharedIndexInformer
	if opts.Pods {
		informer = f.Core().V1().Pods().Informer()
		f.Start(stop)
	}
	if informer != nil {
		informer.GetStore().List()
		f.WaitForCacheSync(stop)
	}
}

// Two functions ask a variable that nothing sets.
func Variable(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	if debug {
		f.Start(stop)
	}
	lists(f)
}

func lists(f informers.SharedInformerFactory) {
	if debug {
		f.Core().V1().Pods().Lister()
	}
}

// Right: the lister is there where it is read.
func Right(client kubernetes.Interface, stop <-chan struct{}, opts *Options) {
	f := informers.NewSharedInformerFactory(client, 0)
	var pods corev1.PodLister
	if opts.Pods {
		pods = f.Core().V1().Pods().Lister()
	}
	f.Start(stop)
	f.WaitForCacheSync(stop)
	if opts.Pods {
		pods.List(nil)
	}
}

// The variable has another value.
func Changed(client kubernetes.Interface, stop <-chan struct{}, on bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	if on {
		f.Start(stop)
	}
	on = !on
	if on {
		f.Core().V1().Pods().Lister()
		f.Start(stop)
	}
}

// A literal changes it.
func Flipped(client kubernetes.Interface, stop <-chan struct{}, on bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	flip := func() { on = !on }
	if on {
		f.Start(stop)
	}
	flip()
	if on {
		f.Core().V1().Pods().Lister()
	}
}

// They are two fields, and two structures.
func Alike(client kubernetes.Interface, stop <-chan struct{}, a, b *Options) {
	f := informers.NewSharedInformerFactory(client, 0)
	if a.Pods {
		f.Start(stop)
	}
	if a.Nodes {
		f.Core().V1().Pods().Lister()
	}
	if b.Pods {
		f.Core().V1().Nodes().Lister()
	}
}

// A goroutine changes the field.
func Hot(client kubernetes.Interface, stop <-chan struct{}, opts *Options, changes chan bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	go func() {
		for on := range changes {
			opts.hot = on
		}
	}()
	if opts.hot {
		f.Start(stop)
	}
	if opts.hot {
		f.Core().V1().Pods().Lister()
	}
}

// Somebody who is not known gets the structure in between.
func Handed(client kubernetes.Interface, stop <-chan struct{}, opts *Options, complete func(*Options)) {
	f := informers.NewSharedInformerFactory(client, 0)
	if opts.Nodes {
		f.Start(stop)
	}
	complete(opts)
	if opts.Nodes {
		f.Core().V1().Pods().Lister()
	}
}

// Each round asks for itself.
func Rounds(client kubernetes.Interface, stop <-chan struct{}, all []bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	for _, on := range all {
		if on {
			f.Start(stop)
		}
		println("started")
		if on {
			f.Core().V1().Pods().Lister()
		}
	}
}

// So does each call.
func Calls(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	step(f, stop, false)
	step(f, stop, true)
}

func step(f informers.SharedInformerFactory, stop <-chan struct{}, on bool) {
	if on {
		f.Start(stop)
	}
	println("step")
	if on {
		f.Core().V1().Pods().Lister()
	} else {
		f.Core().V1().Pods().Lister()
	}
}

// An answer may be another one the next time.
func Asked(client kubernetes.Interface, stop <-chan struct{}, ready func() bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	if ready() {
		f.Start(stop)
	}
	if ready() {
		f.Core().V1().Pods().Lister()
	}
}

// The methods of one object ask its field, and its constructor what is put there.
type member struct {
	on, busy bool
	factory  informers.SharedInformerFactory
}

func newMember(client kubernetes.Interface, stop <-chan struct{}, on bool) *member {
	m := &member{on: on, factory: informers.NewSharedInformerFactory(client, 0)}
	if on {
		m.factory.Start(stop)
	}
	return m
}

func (m *member) lists() {
	if m.on {
		m.factory.Core().V1().Pods().Lister()
	}
}

func Member(client kubernetes.Interface, stop <-chan struct{}, on bool) {
	newMember(client, stop, on).lists()
}

// Each object has a field of its own.
func Members(client kubernetes.Interface, stop <-chan struct{}, on bool) {
	a := &member{on: on, factory: informers.NewSharedInformerFactory(client, 0)}
	b := &member{on: !on, factory: a.factory}
	a.start(stop)
	b.lists()
	a.restart(stop)
}

func (m *member) start(stop <-chan struct{}) {
	if m.on {
		m.factory.Start(stop)
	}
}

func (m *member) restart(stop <-chan struct{}) {
	if !m.on {
		m.factory.Start(stop)
	}
}

// A method changes it.
func Busy(client kubernetes.Interface, stop <-chan struct{}) {
	m := &member{factory: informers.NewSharedInformerFactory(client, 0)}
	m.begin(stop)
	m.work(stop)
}

func (m *member) begin(stop <-chan struct{}) {
	if m.busy {
		m.factory.Start(stop)
	}
	m.busy = true
}

func (m *member) work(stop <-chan struct{}) {
	if m.busy {
		m.factory.Core().V1().Pods().Lister()
	}
}

// The variable has another value when the literal runs.
func Reassigned(client kubernetes.Interface, stop <-chan struct{}, a, b bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	on := a
	if on {
		f.Start(stop)
	}
	on = b
	func() {
		if on {
			f.Core().V1().Pods().Lister()
		}
	}()
}

// Two objects come from outside.
func Two(client kubernetes.Interface, stop <-chan struct{}, a, b *member) {
	f := informers.NewSharedInformerFactory(client, 0)
	if a.on {
		f.Start(stop)
	}
	b.registers(f)
}

func (m *member) registers(f informers.SharedInformerFactory) {
	if m.on {
		f.Core().V1().Pods().Lister()
	}
}

// One comes from outside, and two functions ask it.
func One(client kubernetes.Interface, stop <-chan struct{}, a *member) {
	f := informers.NewSharedInformerFactory(client, 0)
	if a.on {
		f.Start(stop)
	}
	a.registers(f)
}

// A variable of each round, that a literal has as well: another value each time.
func Captured(client kubernetes.Interface, stop <-chan struct{}, all []bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	for _, each := range all {
		on := each
		show := func() { println(on) }
		if on {
			f.Start(stop)
		}
		show()
		if on {
			f.Core().V1().Pods().Lister()
		}
	}
}

// A variable of each round has the same value in all of them.
func Kept(client kubernetes.Interface, stop <-chan struct{}, enabled bool, ready func() bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	if enabled {
		f.Start(stop)
	}
	for {
		on := enabled
		use := func() {
			if on {
				f.Core().V1().Pods().Lister()
			}
		}
		if ready() {
			use()
			return
		}
	}
}

// A variable is set to the same again and again.
func Again(client kubernetes.Interface, stop <-chan struct{}, enabled bool, ready func() bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	if enabled {
		f.Start(stop)
	}
	var on bool
	for {
		on = enabled
		if ready() {
			break
		}
	}
	func() {
		if on {
			f.Core().V1().Pods().Lister()
		}
	}()
}

// What each round chooses is chosen by the same answer.
func Chosen(client kubernetes.Interface, stop <-chan struct{}, enabled bool, ready func() bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	if enabled {
		f.Start(stop)
	}
	for {
		var done chan struct{}
		if enabled {
			done = make(chan struct{})
		}
		if ready() {
			if done != nil {
				f.Core().V1().Pods().Lister()
			}
			return
		}
	}
}

// Each round has an answer of its own.
func ChosenAnew(client kubernetes.Interface, stop <-chan struct{}, enabled func() bool, ready func() bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	for {
		var done chan struct{}
		on := enabled()
		if on {
			done = make(chan struct{})
		}
		if on && ready() {
			f.Start(stop)
		}
		if ready() {
			if done != nil {
				f.Core().V1().Pods().Lister()
			}
			return
		}
	}
}

// A variable that has its zero value in the first round.
func Later(client kubernetes.Interface, stop <-chan struct{}, enabled bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	if enabled {
		f.Start(stop)
	}
	var on bool
	for range 3 {
		func() {
			if !on {
				f.Core().V1().Pods().Lister()
			}
		}()
		on = enabled
	}
}

// What an earlier round has chosen.
func Before(client kubernetes.Interface, stop <-chan struct{}, enabled bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	if enabled {
		f.Start(stop)
	}
	var informer cache.SharedIndexInformer
	for range 3 {
		if informer != nil {
			informer.GetStore().List()
		}
		if enabled {
			informer = f.Core().V1().Pods().Informer()
		}
	}
}
