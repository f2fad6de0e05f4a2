// Code generated from analyzers/*/check.go by go generate ./analyzers. DO NOT EDIT.

package kind

var checks = map[string]Kind{
	"cachemutation":  Object,
	"goroutinestart": Order,
	"handlersync":    State,
	"ignorecomment":  Comment,
	"latesetup":      Order,
	"lazycache":      Cache,
	"startorder":     Order,
	"syncwait":       Order,
	"tombstone":      Handler,
	"uidcheck":       Handler,
}
