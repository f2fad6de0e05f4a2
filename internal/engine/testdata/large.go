// A program that is too large to compose: each function calls the next one twice.
// That is said at the function, and at each line in it that concerns an informer.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Start(stop)
	f0(f)
}

func f0(f informers.SharedInformerFactory) {
	f1(f)
	f1(f)
}

func f1(f informers.SharedInformerFactory) {
	f2(f)
	f2(f)
}

func f2(f informers.SharedInformerFactory) {
	f3(f)
	f3(f)
}

func f3(f informers.SharedInformerFactory) {
	f4(f)
	f4(f)
}

func f4(f informers.SharedInformerFactory) {
	f5(f)
	f5(f)
}

func f5(f informers.SharedInformerFactory) {
	f6(f)
	f6(f)
}

func f6(f informers.SharedInformerFactory) {
	f7(f)
	f7(f)
}

func f7(f informers.SharedInformerFactory) {
	f8(f)
	f8(f)
}

func f8(f informers.SharedInformerFactory) {
	f9(f)
	f9(f)
}

func f9(f informers.SharedInformerFactory) {
	f10(f)
	f10(f)
}

func f10(f informers.SharedInformerFactory) {
	f11(f)
	f11(f)
}

func f11(f informers.SharedInformerFactory) {
	f12(f)
	f12(f)
}

func f12(f informers.SharedInformerFactory) {
	f13(f)
	f13(f)
}

func f13(f informers.SharedInformerFactory) {
	f.Core().V1().Pods().Lister()
}
