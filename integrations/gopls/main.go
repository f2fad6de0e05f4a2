// Gopls with the checks of informerlint. Unofficial: see add.go.
package main

import (
	"context"
	"fmt"
	"os"

	"golang.org/x/tools/gopls/internal/cmd"
	"golang.org/x/tools/gopls/internal/tool"

	"github.com/informerlint/informerlint/analyzers"
)

func main() {
	if err := add(analyzers.All()); err != nil {
		fmt.Fprintf(os.Stderr, "gopls: going on without informerlint: %v\n", err)
	}
	tool.Main(context.Background(), cmd.New(), os.Args[1:])
}
