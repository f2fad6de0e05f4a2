// Package commands has two commands, each with an informer of its own. One of them forgets
// to run it, and a program that leads to both does not say that it runs only the other's.
package commands

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type command struct {
	run func(stop <-chan struct{}) int
}

func pods(lw cache.ListerWatcher) cache.SharedIndexInformer {
	return cache.NewSharedIndexInformer(lw, &corev1.Pod{}, 0, nil)
}

func bot(lw cache.ListerWatcher) command {
	return command{run: func(stop <-chan struct{}) int {
		informer := pods(lw)
		return len(informer.GetStore().List())
	}}
}

func controller(lw cache.ListerWatcher) command {
	return command{run: func(stop <-chan struct{}) int {
		informer := pods(lw)
		go informer.Run(stop)
		if !cache.WaitForCacheSync(stop, informer.HasSynced) {
			return 0
		}
		return len(informer.GetStore().List())
	}}
}

// Both leads to both.
func Both(lw cache.ListerWatcher, stop <-chan struct{}) int {
	return controller(lw).run(stop) + bot(lw).run(stop)
}
