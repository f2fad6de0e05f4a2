package firstcontact

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPreCommit has pre-commit itself install the hook from a repository with
// this tree, and run it with the configuration of docs/ci.md: it stops a commit
// with a finding, and lets one without pass.
func TestPreCommit(t *testing.T) {
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Skip("pre-commit is not installed; .ci/run installs it")
	}
	readme := read(t, root, "README.md")
	m := newMachine(t)
	m.write("count.go", header+block(t, readme, "A bug in ten lines", "go"))
	finding := strings.TrimSpace(block(t, readme, "A bug in ten lines", ""))

	_, rest, ok := strings.Cut(read(t, root, "docs", "ci.md"), "\n## pre-commit\n")
	config := regexp.MustCompile("(?s)```yaml\n(.*?)```").FindStringSubmatch(rest)
	if !ok || config == nil {
		t.Fatal("docs/ci.md has no configuration of pre-commit")
	}
	const address, rev = "https://github.com/informerlint/informerlint", "rev: v0.1.0"
	if !strings.Contains(config[1], address) || !strings.Contains(config[1], rev) {
		t.Fatalf("docs/ci.md has\n%s", config[1])
	}
	m.write(".pre-commit-config.yaml", strings.NewReplacer(address, repository(t), rev, "rev: "+release).Replace(config[1]))

	env := []string{
		"GIT_AUTHOR_NAME=test", "GIT_AUTHOR_EMAIL=test@example.com", "GIT_COMMITTER_NAME=test", "GIT_COMMITTER_EMAIL=test@example.com",
		// What is compiled of the standard library and of x/tools is the same as elsewhere.
		"GOCACHE=" + goEnv(t, "GOCACHE"), "GOFLAGS=-modcacherw -trimpath",
	}
	m.bash("git init -q && git add . && pre-commit install", env...).nonempty(t, 0)
	stopped := m.bash("git commit -qm bug", env...)
	if stopped.code != 1 || !strings.Contains(stopped.out+stopped.err, finding) {
		t.Fatalf("the commit ends with %d, want 1, and prints\n%s%s\nwant in it\n%s", stopped.code, stopped.out, stopped.err, finding)
	}
	m.bash("$(find ~/.cache/pre-commit -name informerlint -type f -perm -u+x) -fix ./... && git add . && git commit -qm fix", env...).nonempty(t, 0)
}

// repository is a git repository with this tree as a release, as it is in the
// working directory.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	out, err := exec.Command("git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	must(t, err)
	for _, name := range strings.Split(strings.Trim(string(out), "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join(root, name))
		if os.IsNotExist(err) {
			continue // deleted, and not yet so in the index
		}
		must(t, err)
		must(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777))
		must(t, os.WriteFile(filepath.Join(dir, name), text, 0o666))
	}
	for _, args := range [][]string{
		{"init", "-q"}, {"add", "."},
		{"-c", "user.name=test", "-c", "user.email=test@example.com", "commit", "-qm", "this tree"}, {"tag", release},
	} {
		if out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	return dir
}
