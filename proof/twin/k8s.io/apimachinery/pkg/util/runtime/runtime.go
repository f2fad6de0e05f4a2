// Package runtime is the twin of apimachinery's util/runtime.
package runtime

// HandleError does nothing.
func HandleError(error) {}
