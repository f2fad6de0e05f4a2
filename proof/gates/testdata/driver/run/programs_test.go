package run

import (
	"time"

	badhandlers "example.com/informers/handlerprograms"
	bad "example.com/informers/programs"
	fixedhandlers "example.com/mended/handlerprograms"
	fixed "example.com/mended/programs"
)

func init() {
	// What an informer waits for after an error may be over while the history
	// of the server goes on.
	handlers := config
	handlers.Early = 2 * time.Second
	register("informers", bad.Bodies(), config)
	register("informers", badhandlers.Bodies(), handlers)
	register("mended", fixed.Bodies(), config)
	register("mended", fixedhandlers.Bodies(), handlers)
}
