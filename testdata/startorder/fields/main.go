// Package fields keeps the factory in a struct: New sets it up, Run starts it
// and only then asks for the Secret lister.
package fields

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type auditor struct {
	factory informers.SharedInformerFactory
	spaces  corelisters.NamespaceLister
	secrets corelisters.SecretLister
}

func newAuditor(client kubernetes.Interface) *auditor {
	factory := informers.NewSharedInformerFactory(client, 0)
	return &auditor{factory: factory, spaces: factory.Core().V1().Namespaces().Lister()}
}

func (a *auditor) run(ctx context.Context) (int, error) {
	a.factory.Start(ctx.Done()) // want `\(startorder/late-registration\)`
	for kind, ok := range a.factory.WaitForCacheSync(ctx.Done()) {
		if !ok {
			return 0, &notSynced{kind.String()}
		}
	}
	a.secrets = a.factory.Core().V1().Secrets().Lister()
	return a.audit()
}

func (a *auditor) audit() (int, error) {
	spaces, err := a.spaces.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	total := 0
	for _, space := range spaces {
		secrets, err := a.secrets.Secrets(space.Name).List(labels.Everything())
		if err != nil {
			return 0, err
		}
		total += len(secrets)
	}
	return total, nil
}

type notSynced struct{ kind string }

func (e *notSynced) Error() string { return e.kind + ": not synced" }

// Run says how many secrets there are.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	return newAuditor(client).run(ctx)
}
