package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// Limits of a message. The specification has none; these keep a stream that is
// no LSP from filling the memory.
const (
	maxHeader  = 4 << 10  // bytes of one header line
	maxHeaders = 32       // lines
	maxContent = 64 << 20 // bytes
)

// ErrFraming is what the errors of a Conn wrap if the stream is no longer a
// series of messages. There is no way to find the next one.
var ErrFraming = errors.New("not a language server message")

// A Conn reads and writes messages as the base protocol of LSP frames them:
// header lines, an empty line, Content-Length bytes of JSON.
type Conn struct {
	in  *bufio.Reader
	mu  sync.Mutex // guards out
	out io.Writer
}

// NewConn returns a connection that reads in and writes out.
func NewConn(in io.Reader, out io.Writer) *Conn {
	return &Conn{in: bufio.NewReaderSize(in, maxHeader), out: out}
}

// Read returns the content of the next message. It returns io.EOF if the
// stream ends between two messages.
func (c *Conn) Read() ([]byte, error) {
	length := -1
	for n := 0; ; n++ {
		line, err := c.in.ReadSlice('\n')
		switch {
		case errors.Is(err, io.EOF) && n == 0 && len(line) == 0:
			return nil, io.EOF
		case errors.Is(err, bufio.ErrBufferFull) || n == maxHeaders:
			return nil, fmt.Errorf("%w: the header is too long", ErrFraming)
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("%w: the stream ends in the header", ErrFraming)
		case err != nil:
			return nil, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			break
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok {
			return nil, fmt.Errorf("%w: header line %q", ErrFraming, text)
		}
		if strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			length, err = strconv.Atoi(strings.TrimSpace(value))
			if err != nil || length < 0 || length > maxContent {
				return nil, fmt.Errorf("%w: Content-Length %q", ErrFraming, value)
			}
		}
	}
	if length < 0 {
		return nil, fmt.Errorf("%w: no Content-Length", ErrFraming)
	}
	content := make([]byte, length)
	if _, err := io.ReadFull(c.in, content); err != nil {
		return nil, fmt.Errorf("%w: the stream ends in the content", ErrFraming)
	}
	return content, nil
}

// Write sends v as one message. It may be called by several goroutines.
func (c *Conn) Write(v any) error {
	content, err := json.Marshal(v)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err = c.out.Write(append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(content)), content...))
	return err
}
