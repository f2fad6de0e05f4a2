// Package reflect has what the programs need of reflect.
package reflect

type Type interface{ Name() string }

func DeepEqual(x, y interface{}) bool

func TypeOf(x interface{}) Type
