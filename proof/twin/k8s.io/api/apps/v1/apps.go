// Package v1 is the twin of the API types of the apps group.
package v1

import (
	metav1 "github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/apis/meta/v1"
	"github.com/informerlint/informerlint/proof/twin/world"
	"github.com/informerlint/informerlint/reference/apiserver"
)

// A Deployment is appsv1.Deployment.
type Deployment struct{ metav1.ObjectMeta }

func init() {
	world.Register("deployments", func(o *apiserver.Object) any { return &Deployment{metav1.Meta(o)} })
}
