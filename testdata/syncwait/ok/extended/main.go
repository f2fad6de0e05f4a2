// Package extended waits for the clusters that it was given and for the one that it
// adds to them: in a list of its own, in theirs, in a field, and in an entry of a map.
package extended

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type cluster struct {
	factory informers.SharedInformerFactory
	nodes   corelisters.NodeLister
}

func newCluster(client kubernetes.Interface) *cluster {
	factory := informers.NewSharedInformerFactory(client, 0)
	return &cluster{factory: factory, nodes: factory.Core().V1().Nodes().Lister()}
}

func begin(ctx context.Context, clusters []*cluster) {
	for _, c := range clusters {
		c.factory.Start(ctx.Done())
	}
	for _, c := range clusters {
		c.factory.WaitForCacheSync(ctx.Done())
	}
}

// Run counts the nodes of a master, five times.
func Run(ctx context.Context, client kubernetes.Interface) (nodes int, err error) {
	for _, count := range []func(context.Context, kubernetes.Interface) (int, error){apart, cloned, same, field, entry} {
		if nodes, err = count(ctx, client); err != nil || nodes == 0 {
			return 0, err
		}
	}
	return nodes, nil
}

func apart(ctx context.Context, client kubernetes.Interface) (int, error) {
	seeds := []*cluster{newCluster(client)}
	master := newCluster(client)
	all := append(seeds, master)
	begin(ctx, all)
	found, err := seeds[0].nodes.List(labels.Everything())
	if err != nil || len(found) == 0 {
		return 0, err
	}
	list, err := master.nodes.List(labels.Everything())
	return len(list), err
}

func cloned(ctx context.Context, client kubernetes.Interface) (int, error) {
	seeds := []*cluster{newCluster(client)}
	master := newCluster(client)
	begin(ctx, append(slices.Clone(seeds), master))
	list, err := master.nodes.List(labels.Everything())
	return len(list), err
}

func same(ctx context.Context, client kubernetes.Interface) (int, error) {
	clusters := []*cluster{newCluster(client)}
	if len(clusters) > 1 {
		return 0, nil
	}
	master := newCluster(client)
	clusters = append(clusters, master)
	begin(ctx, clusters)
	list, err := master.nodes.List(labels.Everything())
	return len(list), err
}

type controller struct{ clusters []*cluster }

func field(ctx context.Context, client kubernetes.Interface) (int, error) {
	c := &controller{clusters: []*cluster{newCluster(client)}}
	master := newCluster(client)
	c.clusters = append(c.clusters, master)
	begin(ctx, c.clusters)
	list, err := master.nodes.List(labels.Everything())
	return len(list), err
}

func entry(ctx context.Context, client kubernetes.Interface) (int, error) {
	byRegion := map[string][]*cluster{"north": {newCluster(client)}}
	master := newCluster(client)
	byRegion["north"] = append(byRegion["north"], master)
	begin(ctx, byRegion["north"])
	list, err := master.nodes.List(labels.Everything())
	return len(list), err
}
