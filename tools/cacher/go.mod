// The helper programs that a test shares go vet's results through.
module github.com/informerlint/informerlint/tools/cacher

go 1.26.0

tool (
	github.com/bradfitz/go-tool-cache/cmd/go-cacher
	github.com/bradfitz/go-tool-cache/cmd/go-cacher-server
)

require (
	github.com/bradfitz/go-tool-cache v0.0.0-20260722201841-0bb331e19f64 // indirect
	github.com/pierrec/lz4/v4 v4.1.25 // indirect
)
