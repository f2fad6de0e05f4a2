//go:build full

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/lsp/lsptest"
)

// troubled are the packages of docs/troubleshooting.md beside those of
// lsptest's module, and a module that no Go can build.
const troubled = `
-- client/plain/plain.go --
package plain

func F() {}
-- client/lib/late.go --
package lib

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
)

// Late counts pods with a factory that its caller may start again.
func Late(ctx context.Context, factory informers.SharedInformerFactory) (int, error) {
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	list, err := factory.Core().V1().Pods().Lister().List(labels.Everything())
	return len(list), err
}
-- client/nofix/nofix.go --
package nofix

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type clients struct {
	factory informers.SharedInformerFactory
}

func (c *clients) shared(ctx context.Context) informers.SharedInformerFactory {
	c.factory.Start(ctx.Done())
	return c.factory
}

// Count gets a factory that has been started.
func Count(ctx context.Context, client kubernetes.Interface) (int, error) {
	c := &clients{factory: informers.NewSharedInformerFactory(client, 0)}
	factory := c.shared(ctx)
	pods := factory.Core().V1().Pods().Lister()
	factory.WaitForCacheSync(ctx.Done())
	list, err := pods.List(labels.Everything())
	return len(list), err
}
-- client/broken/broken.go --
package broken

import "k8s.io/client-go/informers"

func F(f informers.SharedInformerFactory) { f.Begin() }
-- client/untidy/untidy.go --
package untidy

import (
	_ "example.com/nowhere"
	_ "k8s.io/client-go/informers"
)
-- client/e2e/e2e.go --
//go:build e2e

package e2e

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Serve(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	nodes := factory.Core().V1().Nodes()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	nodes.Lister().List(nil)
}
-- client/native/native.go --
package native

import "C"

import _ "k8s.io/client-go/informers"
-- newer/go.mod --
module example.com/newer

go 1.99
`

// Each block of docs/troubleshooting.md is a session in a module of its own: its
// commands print what stands below them.
func TestTroubleshootingPage(t *testing.T) {
	path := onPathAs(t, realTool)
	page := readFile(t, "../../docs/troubleshooting.md")
	blocks := regexp.MustCompile("(?ms)^```console\n(.*?)^```$").FindAllStringSubmatchIndex(page, -1)
	if len(blocks) < 10 {
		t.Fatalf("the page has %d blocks", len(blocks))
	}
	for _, at := range blocks {
		heading := page[strings.LastIndex(page[:at[0]], "\n## ")+4:]
		heading, _, _ = strings.Cut(heading, "\n")
		t.Run(heading, func(t *testing.T) {
			t.Parallel()
			block := page[at[2]:at[3]]
			dir := tree(t, troubled)
			for _, broken := range []string{"broken", "untidy"} { // in the way of go mod vendor
				if !strings.Contains(block, broken) {
					must(t, os.RemoveAll(filepath.Join(dir, "client", broken)))
				}
			}
			must(t, lsptest.WriteStub(filepath.Join(dir, "client")))
			session(t, filepath.Join(dir, "client"), path, block)
		})
	}
}

// session runs the commands of a block, one after the other in the directory to
// which the one before has gone, and compares what they print. A line "..."
// stands for any lines, and "..." within a line for any text.
func session(t *testing.T, dir string, env []string, block string) {
	for _, step := range strings.Split("\n"+strings.TrimSuffix(block, "\n"), "\n$ ")[1:] {
		command, want, _ := strings.Cut(step+"\n", "\n")
		// The directory and the exit code go on to the next command.
		cmd := exec.Command("bash", "-c", "(exit $LAST)\n"+command+"\nlast=$?; pwd > \"$STATE\"; exit $last")
		state := filepath.Join(t.TempDir(), "state")
		cmd.Dir = dir
		cmd.Env = append(append(os.Environ(), "GOFLAGS=", "GOWORK=", "GO111MODULE=", "GOPROXY=off", "STATE="+state, "LAST=0", "PWD="+dir), env...)
		out, err := cmd.CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		env = append(env[:len(env):len(env)], "LAST="+strconv.Itoa(cmd.ProcessState.ExitCode()))
		dir = strings.TrimSpace(readFile(t, state))
		if pattern := printed(want); !pattern.Match(out) {
			t.Errorf("%s\nprints\n%s\nthe page has\n%s", command, out, want)
		}
	}
}

// printed is the pattern of an output on the page.
func printed(want string) *regexp.Regexp {
	var b strings.Builder
	for line := range strings.Lines(want) {
		if line == "...\n" {
			b.WriteString("(?:.*\n)*")
			continue
		}
		b.WriteString(strings.ReplaceAll(regexp.QuoteMeta(line), `\.\.\.`, ".*"))
	}
	return regexp.MustCompile("^" + b.String() + "$")
}
