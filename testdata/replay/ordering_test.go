package replay

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic/dynamicinformer"
	dynamicfake "k8s.io/client-go/dynamic/fake"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/kubernetes/scheme"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"
)

// An ordering is a witness about the order of acts.
type ordering struct {
	// Informer is where the informer comes from: a "factory", a "dynamic"
	// factory, or "alone": a dynamic informer without a factory.
	Informer string `json:"informer"`
	// Resource is group/version/resource, of which the server has one object.
	Resource string `json:"resource"`
	// StandsFor is the project's own resource, if client-go does not have it.
	StandsFor string `json:"stands for,omitempty"`
	Witness   []act  `json:"witness"`
	Mended    []act  `json:"mended"`
}

// An act is done by a thread of the program; "rest" is nobody's, and nor is
// what the witness takes for done by whoever made the factory.
type act struct {
	Thread string `json:"thread,omitempty"`
	Act    string `json:"act"`
	// Sees is how many objects the lister has, at "list" and "rest".
	Sees *int `json:"sees,omitempty"`
	// Waits is for how many informers "wait", the factory's, waits.
	Waits *int `json:"waits,omitempty"`
}

// check: the witness sees no object in the end, or where it lists; the mended
// program sees it wherever it looks, and does no more than put acts in order
// and add ones.
func (o *ordering) check(t *testing.T, f finding) {
	violated := false
	for _, a := range o.Witness {
		violated = violated || a.Sees != nil && *a.Sees == 0
	}
	if !violated {
		t.Errorf("%s: the witness always sees the object", f)
	}
	looks := 0
	for _, a := range o.Mended {
		if a.Sees == nil {
			continue
		}
		looks++
		if *a.Sees != 1 {
			t.Errorf("%s: the mended program does not see the object", f)
		}
	}
	if looks == 0 {
		t.Errorf("%s: the mended program never looks", f)
	}
	count := func(acts []act, name string) (n int) {
		for _, a := range acts {
			if a.Act == name {
				n++
			}
		}
		return n
	}
	for _, a := range o.Witness {
		if count(o.Mended, a.Act) < count(o.Witness, a.Act) {
			t.Errorf("%s: the mended program leaves out %q", f, a.Act)
		}
		if (a.Sees != nil) != (a.Act == "rest" || a.Act == "list") {
			t.Errorf("%s: %q sees, or does not", f, a.Act)
		}
	}
	for _, acts := range [][]act{o.Witness, o.Mended} {
		if len(acts) == 0 || acts[len(acts)-1].Act != "rest" {
			t.Errorf("%s: the acts do not end at rest", f)
		}
	}
}

func TestOrdering(t *testing.T) {
	for _, f := range findings(t) {
		if f.Ordering == nil {
			continue
		}
		t.Run(f.String(), func(t *testing.T) {
			t.Run("witness", func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { f.Ordering.play(t, f.Ordering.Witness) })
			})
			t.Run("mended", func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { f.Ordering.play(t, f.Ordering.Mended) })
			})
		})
	}
}

// A factory is what the factories of informers and dynamicinformer have in
// common.
type factory interface {
	register() informers.GenericInformer
	start(stop <-chan struct{})
	wait(stop <-chan struct{}) int
	shutdown()
}

type typedFactory struct {
	informers.SharedInformerFactory
	resource schema.GroupVersionResource
	t        *testing.T
}

func (f typedFactory) register() informers.GenericInformer {
	informer, err := f.ForResource(f.resource)
	if err != nil {
		f.t.Fatal(err)
	}
	informer.Informer() // ForResource itself registers nothing before v0.37
	return informer
}

func (f typedFactory) start(stop <-chan struct{})    { f.Start(stop) }
func (f typedFactory) wait(stop <-chan struct{}) int { return len(f.WaitForCacheSync(stop)) }
func (f typedFactory) shutdown()                     { f.Shutdown() }

type dynamicFactory struct {
	dynamicinformer.DynamicSharedInformerFactory
	resource schema.GroupVersionResource
}

func (f dynamicFactory) register() informers.GenericInformer { return f.ForResource(f.resource) }
func (f dynamicFactory) start(stop <-chan struct{})          { f.Start(stop) }
func (f dynamicFactory) wait(stop <-chan struct{}) int       { return len(f.WaitForCacheSync(stop)) }
func (f dynamicFactory) shutdown()                           { f.Shutdown() }

// play does acts in their order, each to its end before the next begins, and
// compares what is seen.
func (o *ordering) play(t *testing.T, acts []act) {
	ctx, cancel := context.WithCancel(t.Context())
	stop := ctx.Done()
	group, version, _ := strings.Cut(o.Resource, "/")
	if group == "v1" {
		group, version = "", o.Resource
	}
	version, name, ok := strings.Cut(version, "/")
	if !ok {
		t.Fatalf("%q is not group/version/resource", o.Resource)
	}
	resource := schema.GroupVersionResource{Group: group, Version: version, Resource: name}

	var (
		f        factory
		informer informers.GenericInformer
		requests func() []clienttesting.Action
	)
	switch o.Informer {
	case "factory":
		client := fake.NewClientset(cluster()...)
		f, requests = typedFactory{informers.NewSharedInformerFactory(client, 0), resource, t}, client.Actions
	case "dynamic":
		client := dynamicfake.NewSimpleDynamicClient(scheme.Scheme, cluster()...)
		f, requests = dynamicFactory{dynamicinformer.NewDynamicSharedInformerFactory(client, 0), resource}, client.Actions
	case "alone":
		client := dynamicfake.NewSimpleDynamicClient(scheme.Scheme, cluster()...)
		informer = dynamicinformer.NewFilteredDynamicInformer(client, resource, metav1.NamespaceAll, 0, cache.Indexers{}, nil)
		requests = client.Actions
	default:
		t.Fatalf("no informer comes from %q", o.Informer)
	}

	threads := make(map[string]chan func())
	running := make(chan struct{})
	runs := 0
	defer func() {
		cancel()
		for _, thread := range threads {
			close(thread)
		}
		for range runs {
			<-running
		}
		if f != nil {
			f.shutdown()
		}
	}()
	// do has a thread do something, and comes back when that is done.
	do := func(thread string, what func()) {
		if thread == "" {
			what()
			return
		}
		turns := threads[thread]
		if turns == nil {
			turns = make(chan func())
			threads[thread] = turns
			go func() {
				for turn := range turns {
					turn()
				}
			}()
		}
		done := make(chan struct{})
		turns <- func() {
			defer close(done)
			what()
		}
		select {
		case <-done:
		case <-time.After(time.Minute):
			cancel() // lets go of whoever waits
			<-done
			t.Errorf("%s is blocked", thread)
		}
	}
	look := func(i int, a act) {
		if informer == nil {
			t.Fatalf("act %d: nothing is registered yet", i)
		}
		objects, err := informer.Lister().List(labels.Everything())
		if err != nil {
			t.Fatal(err)
		}
		if a.Sees == nil || len(objects) != *a.Sees {
			t.Errorf("act %d, %s: the lister has %d objects, not as recorded", i, a.Act, len(objects))
		}
	}
	for i, a := range acts {
		if f == nil && slices.Contains([]string{"register", "start", "wait"}, a.Act) {
			t.Fatalf("act %d: there is no factory to %s", i, a.Act)
		}
		switch a.Act {
		case "register":
			do(a.Thread, func() { informer = f.register() })
		case "start":
			do(a.Thread, func() { f.start(stop) })
		case "wait":
			do(a.Thread, func() {
				if n := f.wait(stop); a.Waits == nil || n != *a.Waits {
					t.Errorf("act %d: WaitForCacheSync waits for %d informers, not as recorded", i, n)
				}
			})
		case "run":
			runs++
			do(a.Thread, func() {
				go func() {
					informer.Informer().Run(stop)
					running <- struct{}{}
				}()
			})
		case "list":
			do(a.Thread, func() { look(i, a) })
		case "rest":
			// A virtual minute: whatever still runs has had its time.
			time.Sleep(time.Minute)
			synctest.Wait()
			look(i, a)
			// An informer that runs has asked the server; one that does not has not.
			if asked := slices.ContainsFunc(requests(), func(r clienttesting.Action) bool {
				return r.GetResource() == resource
			}); asked != (*a.Sees > 0) {
				t.Errorf("act %d: the informer has asked the server: %v", i, asked)
			}
		default:
			t.Fatalf("act %d: nobody knows how to %q", i, a.Act)
		}
	}
}

// cluster has one object of each resource that findings use.
func cluster() []runtime.Object {
	meta := metav1.ObjectMeta{Namespace: "shop", Name: "till"}
	return []runtime.Object{
		&corev1.Pod{ObjectMeta: meta},
		&corev1.Secret{ObjectMeta: meta},
		&corev1.ConfigMap{ObjectMeta: meta},
		&appsv1.Deployment{ObjectMeta: meta},
	}
}
