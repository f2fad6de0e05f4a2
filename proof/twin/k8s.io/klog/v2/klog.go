// Package klog is the twin of klog. It prints nothing.
package klog

// Infof does nothing.
func Infof(string, ...any) {}

// Errorf does nothing.
func Errorf(string, ...any) {}

// Warningf does nothing.
func Warningf(string, ...any) {}

// InfoS does nothing.
func InfoS(string, ...any) {}

// ErrorS does nothing.
func ErrorS(error, string, ...any) {}
