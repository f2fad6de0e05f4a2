package cacheprograms

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	dynamicfake "k8s.io/client-go/dynamic/fake"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/kubernetes/scheme"
	appslisters "k8s.io/client-go/listers/apps/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	k8stesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

var pods = corev1.SchemeGroupVersion.WithResource("pods")

// A cluster is what a program works on: the fake clientset, or the dynamic one
// for programs that need it, and a queue.
type cluster struct {
	client  *fake.Clientset
	dynamic *dynamicfake.FakeDynamicClient // nil if it is not needed
	queue   workqueue.TypedInterface[cache.ObjectName]
	running sync.WaitGroup
}

func newCluster() *cluster {
	c := &cluster{client: fake.NewClientset(objects()...), queue: workqueue.NewTyped[cache.ObjectName]()}
	c.client.PrependReactor("update", "*", versioned(c.client.Tracker()))
	return c
}

// objects are what the server has at first: a pod that has everything, one that
// has next to nothing, one that will be deleted, and a deployment.
func objects() []runtime.Object {
	controller := true
	full := metav1.ObjectMeta{
		Namespace: "default", UID: "1", ResourceVersion: "1",
		Labels: map[string]string{"app": "web"},
		Annotations: map[string]string{
			"example.com/owner":                "team-a",
			"example.com/paused":               "false",
			"example.com/idle":                 "true",
			"example.com/overrides":            `{"priorityClassName": "high"}`,
			corev1.LastAppliedConfigAnnotation: "{}",
		},
		Finalizers:      []string{"example.com/address", "example.com/volume"},
		OwnerReferences: []metav1.OwnerReference{{APIVersion: "apps/v1", Kind: "ReplicaSet", Name: "web-1", UID: "2", Controller: &controller}},
	}
	spec := corev1.PodSpec{
		NodeName: "node-1",
		Containers: []corev1.Container{
			{Name: "web", Image: "web:1", Env: []corev1.EnvVar{{Name: "LOG", Value: "web.log"}}},
			{Name: "sidecar", Image: "sidecar:1"},
		},
		SchedulingGates: []corev1.PodSchedulingGate{{Name: "example.com/quota"}},
	}
	pod := &corev1.Pod{ObjectMeta: full, Spec: spec, Status: corev1.PodStatus{
		Phase:      corev1.PodRunning,
		Conditions: []corev1.PodCondition{{Type: corev1.PodReady, Status: corev1.ConditionFalse}},
	}}
	pod.Name = "web-0"
	spare := pod.DeepCopy()
	spare.Name, spare.UID = "spare", "3"
	bare := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "bare", UID: "4", ResourceVersion: "1"}}
	deployment := &appsv1.Deployment{ObjectMeta: *full.DeepCopy(), Spec: appsv1.DeploymentSpec{
		Replicas: new(int32(3)),
		Template: corev1.PodTemplateSpec{ObjectMeta: *full.DeepCopy(), Spec: *spec.DeepCopy()},
	}}
	deployment.Name, deployment.Spec.Template.ObjectMeta.ResourceVersion = "web", ""
	return []runtime.Object{pod, spare, bare, deployment}
}

// versioned makes updates as a server does: it refuses one that is based on an
// old version, and gives the object a new version. The fake clientset does
// neither, and an informer calls no handler for an update to the same version.
func versioned(tracker k8stesting.ObjectTracker) k8stesting.ReactionFunc {
	return func(action k8stesting.Action) (bool, runtime.Object, error) {
		sent := action.(k8stesting.UpdateAction).GetObject().DeepCopyObject()
		obj, err := meta.Accessor(sent)
		if err != nil {
			return true, nil, err
		}
		has, err := tracker.Get(action.GetResource(), action.GetNamespace(), obj.GetName())
		if err != nil {
			return true, nil, err
		}
		old, err := meta.Accessor(has)
		if err != nil {
			return true, nil, err
		}
		if obj.GetResourceVersion() != old.GetResourceVersion() {
			return true, nil, apierrors.NewConflict(action.GetResource().GroupResource(), obj.GetName(), nil)
		}
		obj.SetResourceVersion(next(old.GetResourceVersion()))
		if err := tracker.Update(action.GetResource(), sent, action.GetNamespace()); err != nil {
			return true, nil, err
		}
		return true, sent, nil
	}
}

// next returns the version after this one. What the fake clientset creates has
// none.
func next(version string) string {
	n, err := strconv.Atoi(version)
	if err != nil {
		n = 0
	}
	return strconv.Itoa(n + 1)
}

// change is what others do: every pod that runs comes to its end.
func (c *cluster) change(t *testing.T) {
	list, err := c.client.Tracker().List(pods, corev1.SchemeGroupVersion.WithKind("Pod"), "default")
	if err != nil {
		t.Fatal(err)
	}
	for _, pod := range list.(*corev1.PodList).Items {
		pod.ResourceVersion = next(pod.ResourceVersion)
		pod.Status.Phase = corev1.PodSucceeded
		pod.Labels = map[string]string{"app": "done"}
		if err := c.client.Tracker().Update(pods, &pod, "default"); err != nil {
			t.Fatal(err)
		}
	}
}

func (c *cluster) delete(t *testing.T, name string) {
	if err := c.client.Tracker().Delete(pods, "default", name); err != nil {
		t.Fatal(err)
	}
}

// effects counts what a program asked the servers to change, and what it has
// put into the queue.
func (c *cluster) effects() int {
	actions := c.client.Actions()
	if c.dynamic != nil {
		actions = append(actions, c.dynamic.Actions()...)
	}
	n := c.queue.Len()
	for _, action := range actions {
		if slices.Contains([]string{"create", "update", "patch", "delete"}, action.GetVerb()) {
			n++
		}
	}
	return n
}

// start runs an informer until it has synced: until then the detector may not
// know yet what the informer has.
func (c *cluster) start(ctx context.Context, informer cache.SharedIndexInformer) error {
	handlers, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{})
	if err != nil {
		return err
	}
	c.running.Go(func() { informer.RunWithContext(ctx) })
	if !cache.WaitForCacheSync(ctx.Done(), handlers.HasSynced) {
		return ctx.Err()
	}
	return nil
}

// stop waits for what start has run.
func (c *cluster) stop() {
	c.running.Wait()
	c.queue.ShutDown()
}

// The forms that programs have follow.

// podKeys is for what a worker of a controller calls with the key of a pod:
// here with that of web-0, or with other names.
func podKeys(sync func(context.Context, kubernetes.Interface, corelisters.PodLister, cache.ObjectName) error, names ...string) runner {
	if len(names) == 0 {
		names = []string{"web-0"}
	}
	return podInformer(func(ctx context.Context, client kubernetes.Interface, pods coreinformers.PodInformer) error {
		for _, name := range names {
			if err := sync(ctx, client, pods.Lister(), cache.NewObjectName("default", name)); err != nil {
				return err
			}
		}
		return nil
	})
}

// podInformer is for what works on all pods.
func podInformer(run func(context.Context, kubernetes.Interface, coreinformers.PodInformer) error) runner {
	return func(ctx context.Context, c *cluster) error {
		pods := informers.NewSharedInformerFactory(c.client, 0).Core().V1().Pods()
		if err := c.start(ctx, pods.Informer()); err != nil {
			return err
		}
		return run(ctx, c.client, pods)
	}
}

// deploymentKeys is podKeys for the deployment.
func deploymentKeys(sync func(context.Context, kubernetes.Interface, appslisters.DeploymentLister, cache.ObjectName) error) runner {
	return func(ctx context.Context, c *cluster) error {
		deployments := informers.NewSharedInformerFactory(c.client, 0).Apps().V1().Deployments()
		if err := c.start(ctx, deployments.Informer()); err != nil {
			return err
		}
		return sync(ctx, c.client, deployments.Lister(), cache.NewObjectName("default", "web"))
	}
}

// dynamicKeys is podKeys for a dynamic informer.
func dynamicKeys(sync func(context.Context, dynamic.Interface, cache.GenericLister, cache.ObjectName) error) runner {
	return func(ctx context.Context, c *cluster) error {
		c.dynamic = dynamicfake.NewSimpleDynamicClient(scheme.Scheme, objects()...)
		c.dynamic.PrependReactor("update", "*", versioned(c.dynamic.Tracker()))
		informer := dynamicinformer.NewDynamicSharedInformerFactory(c.dynamic, 0).ForResource(pods)
		if err := c.start(ctx, informer.Informer()); err != nil {
			return err
		}
		return sync(ctx, c.dynamic, informer.Lister(), cache.NewObjectName("default", "web-0"))
	}
}

// handlers is for what adds handlers to an informer of pods.
func handlers(watch func(cache.SharedIndexInformer, workqueue.TypedInterface[cache.ObjectName]) error) runner {
	return func(ctx context.Context, c *cluster) error {
		informer := informers.NewSharedInformerFactory(c.client, 0).Core().V1().Pods().Informer()
		if err := watch(informer, c.queue); err != nil {
			return err
		}
		return c.start(ctx, informer)
	}
}

// ownInformer is for what makes an informer of its own.
func ownInformer(run func(context.Context, kubernetes.Interface) error) runner {
	return func(ctx context.Context, c *cluster) error { return run(ctx, c.client) }
}

// both is for what works on deployments and pods.
func both(run func(context.Context, kubernetes.Interface, appslisters.DeploymentLister, corelisters.PodLister) error) runner {
	return func(ctx context.Context, c *cluster) error {
		factory := informers.NewSharedInformerFactory(c.client, 0)
		deployments, pods := factory.Apps().V1().Deployments(), factory.Core().V1().Pods()
		if err := c.start(ctx, deployments.Informer()); err != nil {
			return err
		}
		if err := c.start(ctx, pods.Informer()); err != nil {
			return err
		}
		return run(ctx, c.client, deployments.Lister(), pods.Lister())
	}
}
