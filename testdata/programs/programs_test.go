// Package programs runs the programs of this module on the fake clientset.
//
// Each program counts something of which the cluster has exactly one. A bad
// program counts none or gives up waiting, and so it must; the programs that no
// check may report count one. With PROGRAMS=mended the test expects the bad
// programs that have a golden file to have been replaced by it (go test
// -overlay), and to count one as well.
package programs

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/fake"
	typedcore "k8s.io/client-go/kubernetes/typed/core/v1"

	"example.com/informers/kinds"
)

func TestPrograms(t *testing.T) {
	mended := os.Getenv("PROGRAMS") == "mended"
	for _, p := range programs {
		t.Run(p.dir, func(t *testing.T) {
			_, err := os.Stat(filepath.Join("..", p.dir, "main.go.golden"))
			if mended && !p.right && errors.Is(err, os.ErrNotExist) {
				t.Skip("no mend is offered")
			}
			failures, tries := 0, max(p.tries, 1)
			for range tries {
				synctest.Test(t, func(t *testing.T) {
					if err := attempt(t, p); err != nil {
						t.Log(err)
						failures++
					}
				})
				if failures > 0 {
					break
				}
			}
			switch bad := !mended && !p.right; {
			case !bad && failures > 0:
				t.Error("the program should be right")
			case bad && failures == 0:
				t.Errorf("the bad program is right in %d of %d runs", tries, tries)
			}
		})
	}
}

// Every program is run.
func TestComplete(t *testing.T) {
	run := make(map[string]bool)
	for _, p := range programs {
		run[p.dir] = true
	}
	var files []string
	for _, pattern := range []string{"../*/*/main.go", "../*/wrapped/*/main.go", "../*/ok/*/main.go"} {
		some, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, some...)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.ToSlash(filepath.Dir(strings.TrimPrefix(filepath.ToSlash(file), "../")))
		if check, _, _ := strings.Cut(dir, "/"); kinds.Table[check] != "programs" {
			continue
		}
		if bytes.Contains(source, []byte("\npackage main\n")) {
			continue // it needs a cluster, and nobody can import it
		}
		if !run[dir] && !strings.HasSuffix(dir, "ok/multivalue") { // which never stops
			t.Errorf("%s is not run", dir)
		}
	}
	if len(run) == 0 || len(files) == 0 {
		t.Error("there are no programs")
	}
}

// attempt runs a program once, in the bubble of the test: its minute passes as
// soon as nothing but time could let it go on.
func attempt(t *testing.T, p program) error {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	// One processor: what a go statement starts does not run before the
	// goroutine that started it waits for something.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))

	client := &slowClient{Clientset: fake.NewClientset(cluster()...), answer: make(chan struct{}), late: p.late}
	result := make(chan error, 1)
	go func() {
		count, err := p.run(ctx, client)
		if err == nil && count != 1 {
			err = errors.New("the program counts nothing")
		}
		result <- err
	}()
	// The slow request is answered when everything else has come to rest.
	synctest.Wait()
	close(client.answer)
	err := <-result
	time.Sleep(p.late) // a list that nobody waits for comes to its end
	return err
}

// A slowClient answers a request for a namespace when it is told to, and lists
// nodes late. (A reactor of the fake clientset would hold up all other requests
// meanwhile.)
type slowClient struct {
	*fake.Clientset
	answer chan struct{}
	late   time.Duration
}

func (c *slowClient) CoreV1() typedcore.CoreV1Interface {
	return slowCore{c.Clientset.CoreV1(), c.answer, c.late}
}

type slowCore struct {
	typedcore.CoreV1Interface
	answer chan struct{}
	late   time.Duration
}

func (c slowCore) Nodes() typedcore.NodeInterface {
	return slowNodes{c.CoreV1Interface.Nodes(), c.late}
}

type slowNodes struct {
	typedcore.NodeInterface
	late time.Duration
}

func (n slowNodes) List(ctx context.Context, options metav1.ListOptions) (*corev1.NodeList, error) {
	time.Sleep(n.late)
	return n.NodeInterface.List(ctx, options)
}

func (c slowCore) Namespaces() typedcore.NamespaceInterface {
	return slowNamespaces{c.CoreV1Interface.Namespaces(), c.answer}
}

type slowNamespaces struct {
	typedcore.NamespaceInterface
	answer chan struct{}
}

func (n slowNamespaces) Get(ctx context.Context, name string, options metav1.GetOptions) (*corev1.Namespace, error) {
	<-n.answer
	return n.NamespaceInterface.Get(ctx, name, options)
}
