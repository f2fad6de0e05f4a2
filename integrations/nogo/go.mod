module golang.org/x/tools/nogo

go 1.26.0

replace github.com/informerlint/informerlint => ../..

require github.com/informerlint/informerlint v0.0.0

require (
	github.com/aymanbagabas/go-udiff v0.4.1 // indirect
	github.com/bazelbuild/rules_go v0.65.0 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/tools v0.52.0 // indirect
)

tool github.com/bazelbuild/rules_go/go/tools/builders
