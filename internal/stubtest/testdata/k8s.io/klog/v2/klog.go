// Package klog has what the programs need of k8s.io/klog/v2.
package klog

func Infof(format string, args ...interface{})

func Fatalf(format string, args ...interface{})

type Verbose struct{ enabled bool }

func V(level int) Verbose

func (v Verbose) Infof(format string, args ...interface{})
