package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// onPath returns an environment in which informerlint is the toy.
func onPath(t *testing.T) []string {
	t.Helper()
	return onPathAs(t, toyTool)
}

// onPathAs returns an environment in which informerlint is that tool.
func onPathAs(t *testing.T, name string) []string {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil || runtime.GOOS == "windows" {
		t.Skip("needs bash")
	}
	bin := t.TempDir()
	script := fmt.Sprintf("#!/bin/sh\nexec %s \"$@\"\n", tool(t, name))
	if err := os.WriteFile(filepath.Join(bin, "informerlint"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	return []string{"PATH=" + bin + string(filepath.ListSeparator) + os.Getenv("PATH")}
}

func readYAML(t *testing.T, name string, into any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(readFile(t, "../..", name)), into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// The script in action.yml, as a runner runs it, with the inputs' defaults
// but for the version: the informerlint on the PATH.
func TestAction(t *testing.T) {
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Using string
			Steps []struct {
				Shell, Run string
				Env        map[string]string
			}
		}
	}
	readYAML(t, "action.yml", &action)
	if action.Runs.Using != "composite" || len(action.Runs.Steps) != 1 || action.Runs.Steps[0].Shell != "bash" {
		t.Fatalf("%+v", action.Runs)
	}
	step := action.Runs.Steps[0]
	path := onPath(t)
	dir := tree(t, stub, raceFile)
	run := func(inputs map[string]string) result {
		env := path
		for name, value := range step.Env {
			input := strings.TrimSuffix(strings.TrimPrefix(value, "${{ inputs."), " }}")
			in, ok := action.Inputs[input]
			if !ok {
				t.Fatalf("%s: no input %q", name, input)
			}
			value = in.Default
			if v, ok := inputs[input]; ok {
				value = v
			}
			env = append(env, name+"="+value)
		}
		return runIn(t, dir, env, "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step.Run)
	}
	run(map[string]string{"version": ""}).want(t, exitFindings, "::warning file=race.go,line=7,")
	run(map[string]string{"version": "", "args": "-v -toyquiet", "packages": ". ./..."}).want(t, exitClean, "0 findings")
	run(map[string]string{"version": "", "args": "-nonsense"}).want(t, exitTrouble)
	run(map[string]string{"version": "", "format": "sarif", "output": "a.sarif"}).want(t, exitFindings)
	if got := readFile(t, dir, "a.sarif"); !strings.Contains(got, `"version": "2.1.0"`) {
		t.Errorf("the output file has\n%s", got)
	}
	// What is in an input is never a command.
	run(map[string]string{"version": "", "packages": ". $(touch pwned)"})
	if _, err := os.Stat(filepath.Join(dir, "pwned")); err == nil {
		t.Error("an input was executed")
	}
}

func TestPreCommitHook(t *testing.T) {
	var hooks []struct {
		ID, Entry, Language string
		Args, Types         []string
		PassFilenames       bool `yaml:"pass_filenames"`
	}
	readYAML(t, ".pre-commit-hooks.yaml", &hooks)
	if len(hooks) != 1 || hooks[0].ID != "informerlint" || hooks[0].Language != "golang" || hooks[0].PassFilenames {
		t.Fatalf("%+v", hooks)
	}
	command := strings.Join(append([]string{hooks[0].Entry}, hooks[0].Args...), " ")
	runIn(t, tree(t, stub, raceFile), onPath(t), "bash", "-c", command).want(t, exitFindings, "race.go:7:2")
}

// Workflows are YAML, and what they run is there.
func TestWorkflows(t *testing.T) {
	for _, name := range []string{"ci.yml", "release.yml"} {
		var w struct {
			Jobs map[string]struct {
				Steps []struct{ Run string }
			}
		}
		readYAML(t, filepath.Join(".github", "workflows", name), &w)
		n := 0
		for _, job := range w.Jobs {
			for _, step := range job.Steps {
				script, _, _ := strings.Cut(step.Run, " ")
				if strings.HasPrefix(script, ".ci/") {
					n++
					if st, err := os.Stat(filepath.Join("../..", script)); err != nil || st.Mode()&0o111 == 0 {
						t.Errorf("%s runs %s, which cannot be run", name, script)
					}
				}
			}
		}
		if n == 0 {
			t.Errorf("%s runs nothing of ours", name)
		}
	}
}
