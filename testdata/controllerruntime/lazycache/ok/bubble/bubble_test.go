// Package bubble starts a cache beside what reads it, in a bubble that waits
// for every goroutine to come to rest.
package bubble

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	toolscache "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/cache"
)

func TestList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		mapper := meta.NewDefaultRESTMapper(nil)
		mapper.Add(corev1.SchemeGroupVersion.WithKind("Pod"), meta.RESTScopeNamespace)
		c, err := cache.New(&rest.Config{}, cache.Options{
			Scheme:      scheme.Scheme,
			Mapper:      mapper,
			HTTPClient:  &http.Client{},
			NewInformer: onePod,
		})
		if err != nil {
			t.Fatal(err)
		}
		start(ctx, c)
		var pods corev1.PodList
		if err := c.List(ctx, &pods); err != nil || len(pods.Items) != 1 {
			t.Errorf("%d pods, %v", len(pods.Items), err)
		}
	})
}

// start returns once the cache has come to rest.
func start(ctx context.Context, c cache.Cache) {
	go c.Start(ctx)
	synctest.Wait()
}

// onePod makes an informer whose server has one pod.
func onePod(_ toolscache.ListerWatcher, obj runtime.Object, resync time.Duration, indexers toolscache.Indexers) toolscache.SharedIndexInformer {
	lw := &toolscache.ListWatch{
		ListFunc: func(metav1.ListOptions) (runtime.Object, error) {
			pod := corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: "web"}}
			return &corev1.PodList{Items: []corev1.Pod{pod}}, nil
		},
		WatchFunc: func(metav1.ListOptions) (watch.Interface, error) { return watch.NewFake(), nil },
	}
	return toolscache.NewSharedIndexInformer(toolscache.ToListWatcherWithWatchListSemantics(lw, unlisted{}), obj, resync, indexers)
}

// unlisted is a client whose server sends no list through a watch.
type unlisted struct{}

func (unlisted) IsWatchListSemanticsUnSupported() bool { return true }
