// Package elsewhere is what nothing is known of.
package elsewhere

func Take(x interface{})
