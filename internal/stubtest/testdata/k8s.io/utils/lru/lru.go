// Package lru is a stub.
package lru

type Cache struct{ size int }

func New(size int) *Cache { return &Cache{size} }

func (c *Cache) Add(key, value interface{})
func (c *Cache) Remove(key interface{})
