// Package reflect has what the programs need of reflect.
package reflect

func DeepEqual(x, y interface{}) bool
