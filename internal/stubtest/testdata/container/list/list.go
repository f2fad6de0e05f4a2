// Package list is a stub.
package list

type Element struct{ Value any }

func (e *Element) Next() *Element

type List struct{ len int }

func (l *List) Front() *Element
func (l *List) PushBack(v any) *Element
func (l *List) Remove(e *Element) any
