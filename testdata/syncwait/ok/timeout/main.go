// Package timeout gives caches some time, and knows what to do when that is over.
package timeout

import (
	"context"
	"errors"
	"fmt"
	"log"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

const patience = 5 * time.Second

func begin(ctx context.Context, client kubernetes.Interface) (informers.SharedInformerFactory, corelisters.PodLister, cache.SharedIndexInformer) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	lister, informer := pods.Lister(), pods.Informer()
	factory.Start(ctx.Done())
	return factory, lister, informer
}

// Run leaves if the time was too short.
func Run(ctx context.Context, client kubernetes.Interface, found chan<- int) error {
	_, lister, informer := begin(ctx, client)
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if !cache.WaitForCacheSync(limited.Done(), informer.HasSynced) {
		return errors.New("not synced")
	}
	list, err := lister.List(labels.Everything())
	found <- len(list)
	return err
}

// Expired asks the context.
func Expired(ctx context.Context, client kubernetes.Interface, found chan<- int) error {
	factory, lister, _ := begin(ctx, client)
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	factory.WaitForCacheSync(limited.Done())
	if limited.Err() != nil {
		return limited.Err()
	}
	list, err := lister.List(labels.Everything())
	found <- len(list)
	return err
}

// Again asks the informer itself.
func Again(ctx context.Context, client kubernetes.Interface, found chan<- int) error {
	factory, lister, informer := begin(ctx, client)
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	factory.WaitForCacheSync(limited.Done())
	if !informer.HasSynced() {
		return errors.New("not synced")
	}
	list, err := lister.List(labels.Everything())
	found <- len(list)
	return err
}

// Patient waits on, and only says that it takes long.
func Patient(ctx context.Context, client kubernetes.Interface, found chan<- int) error {
	factory, lister, informer := begin(ctx, client)
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	factory.WaitForCacheSync(limited.Done())
	log.Print("still waiting")
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return errors.New("not synced")
	}
	list, err := lister.List(labels.Everything())
	found <- len(list)
	return err
}

// Brief is over when its time is.
func Brief(ctx context.Context, client kubernetes.Interface) error {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	factory, lister, _ := begin(limited, client)
	factory.WaitForCacheSync(limited.Done())
	list, err := lister.List(labels.Everything())
	if err != nil || len(list) > 0 {
		return err
	}
	return client.CoreV1().ConfigMaps("default").Delete(limited, "lease", metav1.DeleteOptions{})
}

// Fallback lists through the API what the cache does not have.
func Fallback(ctx context.Context, client kubernetes.Interface, found chan<- int) error {
	factory, lister, _ := begin(ctx, client)
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	factory.WaitForCacheSync(limited.Done())
	list, err := lister.List(labels.Everything())
	if err != nil {
		return err
	}
	if len(list) == 0 {
		all, err := client.CoreV1().Pods("").List(ctx, metav1.ListOptions{})
		if err != nil {
			return err
		}
		found <- len(all.Items)
		return nil
	}
	found <- len(list)
	return nil
}

// Missing tells whoever asks that there is no such pod yet.
func Missing(ctx context.Context, client kubernetes.Interface, name string) (*corev1.Pod, error) {
	factory, lister, _ := begin(ctx, client)
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	factory.WaitForCacheSync(limited.Done())
	pod, err := lister.Pods("default").Get(name)
	if err != nil {
		return nil, fmt.Errorf("pod %s: %w", name, err)
	}
	return pod, nil
}

// Poll reads until there is something.
func Poll(ctx context.Context, client kubernetes.Interface, found chan<- int) {
	factory, lister, _ := begin(ctx, client)
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	factory.WaitForCacheSync(limited.Done())
	for ctx.Err() == nil {
		if list, err := lister.List(labels.Everything()); err == nil && len(list) > 0 {
			found <- len(list)
			return
		}
		time.Sleep(time.Second)
	}
}

// Told is kept up to date by a handler, with the time and without it.
type Told struct {
	last   atomic.Int64
	lister corelisters.PodLister
}

func (t *Told) count() {
	if list, err := t.lister.List(labels.Everything()); err == nil {
		t.last.Store(int64(len(list)))
	}
}

// New counts once, and again whenever something comes.
func New(ctx context.Context, client kubernetes.Interface) (*Told, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	t := &Told{lister: pods.Lister()}
	if _, err := pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(any) { t.count() },
		DeleteFunc: func(any) { t.count() },
	}); err != nil {
		return nil, err
	}
	factory.Start(ctx.Done())
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	factory.WaitForCacheSync(limited.Done())
	t.count()
	return t, nil
}

// Count is what was counted last.
func (t *Told) Count() int64 { return t.last.Load() }

// Flagged leaves word that the time is over.
func Flagged(ctx context.Context, client kubernetes.Interface, found chan<- int) error {
	factory, lister, _ := begin(ctx, client)
	over := make(chan struct{})
	var late atomic.Bool
	timer := time.AfterFunc(patience, func() {
		late.Store(true)
		close(over)
	})
	defer timer.Stop()
	factory.WaitForCacheSync(over)
	if late.Load() {
		return errors.New("not synced")
	}
	list, err := lister.List(labels.Everything())
	found <- len(list)
	return err
}

// Closed looks at the channel that the timer closes.
func Closed(ctx context.Context, client kubernetes.Interface, found chan<- int) error {
	factory, lister, _ := begin(ctx, client)
	over := make(chan struct{})
	timer := time.AfterFunc(patience, func() { close(over) })
	defer timer.Stop()
	factory.WaitForCacheSync(over)
	select {
	case <-over:
		return errors.New("not synced")
	default:
	}
	list, err := lister.List(labels.Everything())
	found <- len(list)
	return err
}

// Partial says that it may have too few.
func Partial(ctx context.Context, client kubernetes.Interface, found chan<- int) error {
	_, lister, informer := begin(ctx, client)
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	synced := cache.WaitForCacheSync(limited.Done(), informer.HasSynced)
	list, err := lister.List(labels.Everything())
	log.Printf("%d pods, all: %t", len(list), synced)
	found <- len(list)
	return err
}

// Log only logs what there is.
func Log(ctx context.Context, client kubernetes.Interface) {
	factory, lister, _ := begin(ctx, client)
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	factory.WaitForCacheSync(limited.Done())
	list, err := lister.List(labels.Everything())
	log.Printf("%d pods (%v)", len(list), err)
}

// Aside waits in a goroutine, and nobody reads.
func Aside(ctx context.Context, client kubernetes.Interface) corelisters.PodLister {
	factory, lister, _ := begin(ctx, client)
	go func() {
		limited, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		factory.WaitForCacheSync(limited.Done())
		log.Print("started")
	}()
	return lister
}

// Long gives more time than a program like this runs.
func Long(ctx context.Context, client kubernetes.Interface, found chan<- int) error {
	factory, lister, _ := begin(ctx, client)
	limited, cancel := context.WithTimeout(ctx, 24*time.Hour)
	defer cancel()
	factory.WaitForCacheSync(limited.Done())
	list, err := lister.List(labels.Everything())
	found <- len(list)
	return err
}
