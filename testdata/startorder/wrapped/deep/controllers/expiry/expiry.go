// Package expiry looks for secrets that are about to expire.
package expiry

import (
	"k8s.io/apimachinery/pkg/labels"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// A Controller watches secrets.
type Controller struct {
	client  kubernetes.Interface
	secrets corelisters.SecretLister
}

// New registers secrets.
func New(client kubernetes.Interface, secrets coreinformers.SecretInformer) *Controller {
	return &Controller{client: client, secrets: secrets.Lister()}
}

// Count says how many secrets there are.
func (c *Controller) Count() (int, error) {
	secrets, err := c.secrets.List(labels.Everything())
	return len(secrets), err
}
