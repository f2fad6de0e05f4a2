//go:build full

package same

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/checktest"
)

const n, size = 600, 15

// Random programs do the same after the fixes: what they send, hand to somebody
// unknown and return is what it was.
func TestSameAfterFixes(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		at := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(checktest.Dir(t), name))
		if err != nil {
			t.Fatal(err)
		}
		write(name, string(text))
	}
	// Small packages: each fix is tried in its own.
	write("common/common.go", common)
	var imports, tables strings.Builder
	for at := 0; at < n; at += size {
		var b strings.Builder
		b.WriteString(head)
		var names []string
		for seed := at; seed < at+size; seed++ {
			b.WriteString(random(uint64(seed)))
			names = append(names, fmt.Sprint("f", seed))
		}
		fmt.Fprintf(&b, "// Programs are those of the package.\nvar Programs = []common.Program{%s}\n", strings.Join(names, ", "))
		for _, when := range []string{"before", "after"} {
			write(fmt.Sprintf("%s/p%d/p.go", when, at), b.String())
			write(fmt.Sprintf("%s/p%d/around.go", when, at), around)
			fmt.Fprintf(&imports, "%s%d \"example.com/informers/%s/p%d\"\n", when, at, when, at)
		}
		fmt.Fprintf(&tables, "compare(before%d.Programs, after%d.Programs)\n", at, at)
	}
	write("main.go", strings.NewReplacer("/*imports*/", imports.String(), "/*programs*/", tables.String()).Replace(harness))

	tool := filepath.Join(dir, "informerlint.exe")
	command := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		var out, errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errs
		if err := cmd.Run(); err != nil && !(name == tool && cmd.ProcessState.ExitCode() == 1) { // 1: not all could be fixed
			t.Fatalf("%s %q: %v\n%s\n%s", name, args, err, tail(out.String()), tail(errs.String()))
		}
		return out.String()
	}
	build := exec.Command("go", "build", "-o", tool, "github.com/informerlint/informerlint/cmd/informerlint")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	command("gofmt", "-w", "before", "after")
	command(tool, "-cachemutation", "-fix", "./after/...")

	type seen struct{ Before, After []string }
	var all []seen
	if err := json.Unmarshal([]byte(command("go", "run", ".")), &all); err != nil {
		t.Fatal(err)
	}
	was, is := functions(t, filepath.Join(dir, "before")), functions(t, filepath.Join(dir, "after"))
	fixed := 0
	for i, s := range all {
		name := fmt.Sprint("f", i/2)
		if was[name] != is[name] && i%2 == 0 {
			fixed++
		}
		if !slices.Equal(s.Before, s.After) {
			t.Errorf("%s (%d) does something else after its fix:\nbefore %s\nafter  %s\n%s", name, i%2, strings.Join(s.Before, "\n       "), strings.Join(s.After, "\n       "), is[name])
		}
	}
	t.Logf("%d of %d programs have fixes", fixed, n)
	if len(all) != 2*n || fixed < n/10 {
		t.Errorf("%d runs, %d programs have fixes", len(all), fixed)
	}
}

func tail(s string) string { return s[max(0, len(s)-3000):] }

// functions returns the texts of the programs below a directory.
func functions(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "p.go"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	out := make(map[string]string)
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range strings.Split(string(src), "\nfunc ")[1:] {
			out[text[:strings.IndexByte(text, '(')]] = text
		}
	}
	return out
}

const head = `package p

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"

	"example.com/informers/common"
)

var _ metav1.UpdateOptions

`

const around = `package p

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"

	"example.com/informers/common"
)

var everything = labels.Everything()

var observe = func(x any) { common.Observe(x) }

type holder struct{ pod *corev1.Pod }

func label(pod *corev1.Pod) { pod.Labels["labelled"] = "1" }

var _ = label
var _ holder
`

const common = `package common

import (
	"context"

	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// A Program is a random one.
type Program = func(context.Context, kubernetes.Interface, corelisters.PodLister, bool) (any, error)

// Observe is told what the programs hand to somebody unknown.
var Observe func(any)
`

const harness = `package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	corelisters "k8s.io/client-go/listers/core/v1"
	clienttesting "k8s.io/client-go/testing"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/common"
	/*imports*/
)

func text(x any) string {
	b, err := json.Marshal(x)
	if err != nil {
		panic(err)
	}
	return string(b)
}

var seen []string

func run(p common.Program, yes bool) (all []string) {
	store := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
	for space := range 120 {
		for n := range 1 {
			store.Add(&corev1.Pod{
				ObjectMeta: metav1.ObjectMeta{Namespace: fmt.Sprint("v", space), Name: fmt.Sprint("pod-", n), Labels: map[string]string{"app": "web"}, Finalizers: []string{"a"}},
				Spec:       corev1.PodSpec{NodeSelector: map[string]string{"os": "linux"}},
			})
		}
	}
	client := fake.NewClientset()
	client.PrependReactor("update", "*", func(a clienttesting.Action) (bool, runtime.Object, error) {
		pod := a.(clienttesting.UpdateAction).GetObject()
		seen = append(seen, "sent "+text(pod))
		return true, pod.DeepCopyObject(), nil
	})
	seen = nil
	defer func() {
		if r := recover(); r != nil {
			all = append(seen, fmt.Sprint("panics: ", r))
		}
	}()
	res, err := p(context.Background(), client, corelisters.NewPodLister(store), yes)
	return append(seen, fmt.Sprintf("returns %s %v", text(res), err))
}

var out []map[string][]string

func compare(before, after []common.Program) {
	for i := range before {
		for _, yes := range []bool{false, true} {
			out = append(out, map[string][]string{"Before": run(before[i], yes), "After": run(after[i], yes)})
		}
	}
}

func main() {
	common.Observe = func(x any) { seen = append(seen, "observed "+text(x)) }
	/*programs*/
	json.NewEncoder(os.Stdout).Encode(out)
}
`
