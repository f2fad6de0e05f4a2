// Package heap is a stub.
package heap

type Interface interface {
	Len() int
	Push(x any)
	Pop() any
}

func Push(h Interface, x any)
func Pop(h Interface) any
