// Package lsp is a small language server, for editors that keep the gopls they
// have and run a second server beside it. It knows the diagnostics of files
// that are opened and saved, and quick fixes for them; nothing else.
//
// What is analyzed is the text on disk, since the loader reads files. A buffer
// with unsaved changes keeps the diagnostics of the last save, and gets no
// fixes until it is what was analyzed again.
//
// The protocol is written out here, some ten structures and the framing: a
// library for JSON-RPC would bring more code than it saves, and there is none
// for the types that is kept up to date.
package lsp
