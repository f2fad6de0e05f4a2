package page

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// root is the directory of informerlint's own module.
const root = "../.."

var shots = flag.String("shots", "", "write screenshots into this `directory`")

// axe-core finds what keeps people with assistive technology out of a page.
const (
	axeVersion = "4.14.1"
	axeSum     = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c" // of the file in the package
)

// chromium returns the browser. Without one nothing here can be said, so that
// is a failure.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("this test needs Chromium and there is none in $PATH; on Debian: apt-get install chromium")
	return ""
}

// axe returns the source of axe-core.
var axe = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "axe")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	cmd := exec.Command("npm", "pack", "--silent", "--pack-destination", dir, "axe-core@"+axeVersion)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm pack axe-core@%s: %w\n%s", axeVersion, err, out)
	}
	f, err := os.Open(filepath.Join(dir, "axe-core-"+axeVersion+".tgz"))
	if err != nil {
		return "", err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return "", err
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if err != nil {
			return "", fmt.Errorf("axe.min.js: %w", err)
		}
		if h.Name != "package/axe.min.js" {
			continue
		}
		text, err := io.ReadAll(r)
		if sum := fmt.Sprintf("%x", sha256.Sum256(text)); err == nil && sum != axeSum {
			err = fmt.Errorf("axe.min.js is not what it was: %s", sum)
		}
		return string(text), err
	}
})

// A tab is an open page.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu     sync.Mutex
	errors []string // from the console
	loads  []string // what was asked for
}

// open starts a browser with a file.
func open(t *testing.T, file string, extra ...chromedp.ExecAllocatorOption) *tab {
	t.Helper()
	opts := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(chromium(t)), chromedp.NoSandbox, chromedp.Flag("disable-dev-shm-usage", true))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), append(opts, extra...)...)
	t.Cleanup(cancel)
	b := &tab{t: t}
	ctx, cancel = chromedp.NewContext(ctx, chromedp.WithListener(b.listen))
	t.Cleanup(cancel)
	b.ctx = ctx
	b.do(call(log.Enable, cdp.Empty{}), call(network.Enable, network.EnableParams{}), chromedp.EmulateViewport(1400, 1000))
	// The browser has started, and lives as long as its first context.
	b.ctx, cancel = context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(cancel)
	b.do(chromedp.Navigate("file://" + file))
	return b
}

// call makes a step of a command.
func call[P, R any](c cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

func (b *tab) listen(ev any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch ev := ev.(type) {
	case *runtime.EventExceptionThrown:
		b.errors = append(b.errors, ev.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		if ev.Type == runtime.ConsoleAPICalledTypeError || ev.Type == runtime.ConsoleAPICalledTypeWarning {
			b.errors = append(b.errors, fmt.Sprint("console: ", ev.Type))
		}
	case *log.EventEntryAdded:
		b.errors = append(b.errors, ev.Entry.Text)
	case *network.EventRequestWillBeSent:
		b.loads = append(b.loads, ev.Request.URL)
	}
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// part runs a part of a test, which fails by itself.
func (b *tab) part(name string, f func(t *testing.T)) {
	b.t.Helper()
	whole := b.t
	defer func() { b.t = whole }()
	whole.Run(name, func(t *testing.T) {
		b.t = t
		f(t)
	})
}

// js evaluates an expression, which may be a promise.
func js[T any](b *tab, expr string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expr, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", expr, err)
	}
	return v
}

// run runs statements.
func (b *tab) run(text string) {
	b.t.Helper()
	js[bool](b, text+"; true")
}

// want fails unless an expression has a value.
func want[T comparable](b *tab, expr string, v T) {
	b.t.Helper()
	if got := js[T](b, expr); got != v {
		b.t.Errorf("%s is %v, want %v", expr, got, v)
	}
}

// press presses keys, one after the other; \x1b is Escape.
func (b *tab) press(keys string) {
	b.t.Helper()
	for _, r := range keys {
		down := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: string(r), Text: string(r)}
		if r == '\x1b' {
			down = input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeRawKeyDown, Key: "Escape", Code: "Escape", WindowsVirtualKeyCode: 27}
		}
		up := down
		up.Type, up.Text = input.DispatchKeyEventTypeKeyUp, ""
		b.do(call(input.DispatchKeyEvent, down), call(input.DispatchKeyEvent, up))
	}
}

// dark makes the system prefer dark or light.
func (b *tab) dark(on bool) {
	b.t.Helper()
	value := "light"
	if on {
		value = "dark"
	}
	b.media("", emulation.MediaFeature{Name: "prefers-color-scheme", Value: value}, emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
}

// media shows the page as on a medium.
func (b *tab) media(name string, features ...emulation.MediaFeature) {
	b.t.Helper()
	p := emulation.SetEmulatedMediaParams{Media: name}
	for _, f := range features {
		p.Features = append(p.Features, &f)
	}
	b.do(call(emulation.SetEmulatedMedia, p))
}

// quiet fails if the page has complained, or asked for anything but itself.
func (b *tab) quiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, msg := range b.errors {
		b.t.Errorf("console: %s", msg)
	}
	if len(b.loads) != 1 || !strings.HasPrefix(b.loads[0], "file://") {
		b.t.Errorf("it loads %q, want itself alone", b.loads)
	}
}

// fits fails if the page is wider than the window.
func (b *tab) fits(width int64) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(width, 900))
	if got := js[int64](b, "document.documentElement.scrollWidth"); got > width {
		b.t.Errorf("at %d pixels the page is %d wide: %s", width, got, js[string](b, `[...document.querySelectorAll("body *")].filter(e =>
			e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll > *, .hear, .skip")).slice(0, 5).map(e => e.outerHTML.slice(0, 120)).join("\n")`))
	}
}

// accessible fails if axe-core has anything to say.
func (b *tab) accessible(what string) {
	b.t.Helper()
	source, err := axe()
	if err != nil {
		b.t.Fatal(err)
	}
	if !js[bool](b, "'axe' in window") {
		b.run(source)
	}
	type violation struct {
		ID, Help string
		Nodes    []string
	}
	for _, v := range js[[]violation](b, `axe.run(document, {resultTypes: ["violations"]}).then(r =>
		r.violations.map(v => ({ID: v.id, Help: v.help, Nodes: v.nodes.slice(0, 3).map(n => n.html.slice(0, 200) + " " + n.failureSummary)})))`) {
		b.t.Errorf("%s: %s: %s\n\t%s", what, v.ID, v.Help, strings.Join(v.Nodes, "\n\t"))
	}
}

// shot writes what is seen, if that was asked for.
func (b *tab) shot(name string) {
	b.t.Helper()
	if *shots == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o666); err != nil {
		b.t.Fatal(err)
	}
}

// paper returns the page as a printer gets it.
func (b *tab) paper() []byte {
	b.t.Helper()
	pdf, err := chromedp.Run(b.ctx, chromedp.PrintToPDF(func(p *page.PrintToPDFParams) { p.PrintBackground = new(true) }))
	if err != nil {
		b.t.Fatal(err)
	}
	if *shots != "" {
		if err := os.WriteFile(filepath.Join(*shots, b.t.Name()+".pdf"), pdf, 0o666); err != nil {
			b.t.Fatal(err)
		}
	}
	return pdf
}

// command builds informerlint.
var command = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "informerlint")
	if err != nil {
		return "", err
	}
	bin := filepath.Join(dir, "informerlint")
	cmd := exec.Command("go", "build", "-o", bin, "./cmd/informerlint")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return bin, nil
})

// made runs informerlint and returns a file with what it prints.
func made(t *testing.T, code int, args ...string) string {
	t.Helper()
	bin, err := command()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, args...)
	cmd.Dir = root
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) || cmd.ProcessState.ExitCode() != code {
		t.Fatalf("%v: %v, want exit code %d\n%s", cmd.Args, err, code, errs.String())
	}
	return file(t, out.Bytes())
}

func file(t *testing.T, text []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// The command is built for all tests.
func TestMain(m *testing.M) {
	code := m.Run()
	if bin, err := command(); err == nil {
		os.RemoveAll(filepath.Dir(bin))
	}
	os.Exit(code)
}
