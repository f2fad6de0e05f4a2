// Package klog has what the programs need of k8s.io/klog/v2.
package klog

func Infof(format string, args ...interface{})
