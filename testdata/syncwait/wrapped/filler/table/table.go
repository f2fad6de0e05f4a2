// Package table keeps the names of nodes.
package table

import (
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// A Table has the names of nodes.
type Table struct {
	nodes corelisters.NodeLister
	names map[string]bool
}

// New returns an empty table.
func New(nodes corelisters.NodeLister) *Table { return &Table{nodes: nodes, names: map[string]bool{}} }

// Fill takes the names of all nodes that the lister knows.
func (t *Table) Fill() error {
	nodes, err := t.nodes.List(labels.Everything())
	if err != nil {
		return err
	}
	for _, n := range nodes {
		t.names[n.Name] = true
	}
	return nil
}

// Len is the number of names.
func (t *Table) Len() int { return len(t.names) }
