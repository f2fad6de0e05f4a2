// What is read for a line in a log only is no work.
package p

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/klog/v2"
)

func started(client kubernetes.Interface, stop <-chan struct{}) (informers.SharedInformerFactory, listers.PodLister) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods().Lister()
	f.Start(stop)
	return f, pods
}

func Counted(client kubernetes.Interface, stop <-chan struct{}) error {
	f, lister := started(client, stop)
	pods, err := lister.List(nil)
	if err != nil {
		return err
	}
	klog.V(2).Infof("starting with %d pods", len(pods))
	f.WaitForCacheSync(stop)
	return nil
}

func Each(client kubernetes.Interface, stop <-chan struct{}) {
	f, lister := started(client, stop)
	pods, _ := lister.List(nil)
	for i, pod := range pods {
		klog.Infof("%d: %s", i, pod.Name)
	}
	if len(pods) == 0 {
		klog.Infof("no pods")
	}
	f.WaitForCacheSync(stop)
}

// Wrong: it is used as well.
func Used(client kubernetes.Interface, stop <-chan struct{}) int {
	f, lister := started(client, stop)
	pods, _ := lister.List(nil)
	klog.Infof("starting with %d pods", len(pods))
	f.WaitForCacheSync(stop)
	return len(pods)
}

// Wrong: it decides.
func Decides(client kubernetes.Interface, stop <-chan struct{}, create func()) {
	f, lister := started(client, stop)
	pods, _ := lister.List(nil)
	klog.Infof("starting with %d pods", len(pods))
	if len(pods) == 0 {
		create()
	}
	f.WaitForCacheSync(stop)
}

// Wrong: it decides what is returned.
func Returns(client kubernetes.Interface, stop <-chan struct{}) string {
	f, lister := started(client, stop)
	pods, _ := lister.List(nil)
	klog.Infof("starting with %d pods", len(pods))
	state := "empty"
	if len(pods) > 0 {
		state = "filled"
	}
	f.WaitForCacheSync(stop)
	return state
}

// Wrong: what a loop has counted is returned.
func Counts(client kubernetes.Interface, stop <-chan struct{}) int {
	f, lister := started(client, stop)
	pods, _ := lister.List(nil)
	n := 0
	for _, pod := range pods {
		klog.Infof("%s", pod.Name)
		n++
	}
	f.WaitForCacheSync(stop)
	return n
}

// Wrong: a function gets it.
func Handed(client kubernetes.Interface, stop <-chan struct{}, use func([]*corev1.Pod)) {
	f, lister := started(client, stop)
	pods, _ := lister.List(nil)
	klog.Infof("starting with %d pods", len(pods))
	use(pods)
	f.WaitForCacheSync(stop)
}

// Wrong: the process ends.
func Ends(client kubernetes.Interface, stop <-chan struct{}) {
	f, lister := started(client, stop)
	pods, _ := lister.List(nil)
	if len(pods) == 0 {
		klog.Fatalf("no pods")
	}
	klog.Infof("starting with %d pods", len(pods))
	f.WaitForCacheSync(stop)
}

// Wrong: it returns at once.
func Leaves(client kubernetes.Interface, stop <-chan struct{}) {
	f, lister := started(client, stop)
	pods, _ := lister.List(nil)
	if len(pods) == 0 {
		klog.Infof("no pods")
		return
	}
	f.WaitForCacheSync(stop)
}

// Wrong: it is printed.
func Prints(client kubernetes.Interface, stop <-chan struct{}) {
	f, lister := started(client, stop)
	pods, _ := lister.List(nil)
	println(len(pods))
	f.WaitForCacheSync(stop)
}
