// Package reflected finds out by reflection, and by the name of its type, what it was
// given.
package reflected

import (
	"fmt"
	"reflect"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { view.Set(obj.(*corev1.Pod).Name, "") },
		DeleteFunc: func(obj any) {
			if v := reflect.ValueOf(obj); v.Kind() == reflect.Struct {
				obj = v.FieldByName("Obj").Interface()
			}
			view.Remove(obj.(*corev1.Pod).Name)
		},
	})
	if err != nil {
		return view, err
	}
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if strings.HasSuffix(fmt.Sprintf("%T", obj), "DeletedFinalStateUnknown") {
				obj = obj.(cache.DeletedFinalStateUnknown).Obj
			}
			view.Remove(obj.(*corev1.Pod).Name)
		},
	})
	if err != nil {
		return view, err
	}
	_, err = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) {
			if reflect.TypeOf(obj).Kind() != reflect.Pointer {
				_, name, _ := strings.Cut(obj.(cache.DeletedFinalStateUnknown).Key, "/")
				view.Remove(name)
				return
			}
			view.Remove(obj.(*corev1.Pod).Name)
		},
	})
	return view, err
}
