package io

type ReadCloser interface {
	Read(p []byte) (n int, err error)
	Close() error
}

func ReadAll(r ReadCloser) ([]byte, error)
