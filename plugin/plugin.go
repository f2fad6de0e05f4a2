// Package plugin makes informerlint a linter of golangci-lint.
package plugin

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers"
)

func init() { register.Plugin("informerlint", New) }

type plugin struct{}

func New(raw any) (register.LinterPlugin, error) { return plugin{}, nil }

func (plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) { return analyzers.All(), nil }
func (plugin) GetLoadMode() string                           { return register.LoadModeTypesInfo }
