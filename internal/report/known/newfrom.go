package known

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/informerlint/informerlint/internal/report/finding"
)

// A span is lines from first to last.
type span struct{ first, last int }

// changes are the lines of files that are new or different, by absolute path.
type changes map[string][]span

// wholeFile is the span of a file that git does not know yet.
var wholeFile = span{1, 1 << 30}

// changedSince asks git which lines of the working tree have changed since a
// revision.
func changedSince(dir, rev string) (changes, error) {
	root, err := git(dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	top := strings.TrimSuffix(string(root), "\n")
	if _, err := git(dir, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}"); err != nil {
		return nil, fmt.Errorf("git knows no revision %q (a shallow clone lacks most of them)", rev)
	}
	diff, err := git(top, "-c", "core.quotePath=false", "diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-renames",
		"--src-prefix=a/", "--dst-prefix=b/", "--end-of-options", rev, "--")
	if err != nil {
		return nil, err
	}
	ch := parseDiff(top, diff)
	untracked, err := git(top, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(string(untracked), "\x00") {
		if name != "" {
			ch[filepath.Join(top, filepath.FromSlash(name))] = []span{wholeFile}
		}
	}
	return ch, nil
}

// git runs git in a directory and returns what it prints.
func git(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		msg, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
		return nil, fmt.Errorf("git %s: %s", args[0], msg)
	}
	return out, err
}

// hunk is "@@ -1,2 +3,4 @@": the lines of the new text.
var hunk = regexp.MustCompile(`^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@`)

// parseDiff reads a unified diff without context.
func parseDiff(top string, diff []byte) changes {
	ch := make(changes)
	file := ""
	left := 0 // lines of the hunk that are still to come, so that text is not taken for a header
	for line := range bytes.Lines(diff) {
		text := strings.TrimSuffix(string(line), "\n")
		if left > 0 && (strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-")) {
			left--
			continue
		}
		if name, ok := strings.CutPrefix(text, "+++ "); ok {
			file = ""
			name = strings.TrimSuffix(name, "\t") // after a name with spaces
			if unquoted, err := strconv.Unquote(name); err == nil {
				name = unquoted
			}
			if name, ok := strings.CutPrefix(name, "b/"); ok {
				file = filepath.Join(top, filepath.FromSlash(name))
			}
			continue
		}
		if m := hunk.FindStringSubmatch(text); m != nil {
			first, n := number(m[1]), 1
			if m[2] != "" {
				n = number(m[2])
			}
			left = n + removed(text)
			if file != "" && n > 0 {
				ch[file] = append(ch[file], span{first, first + n - 1})
			}
		}
	}
	return ch
}

// old is the part of a hunk's header that counts the lines taken away.
var old = regexp.MustCompile(`^@@ -\d+(?:,(\d+))? `)

func removed(header string) int {
	m := old.FindStringSubmatch(header)
	if m == nil || m[1] == "" {
		return 1
	}
	return number(m[1])
}

func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

// touches reports whether a line that a finding marks or points at has changed.
func (ch changes) touches(f finding.Finding) bool {
	first, last := finding.Range(f.Fset, f.Pos, f.End)
	if ch.within(first.Filename, first.Line, last.Line) {
		return true
	}
	for _, r := range f.Related {
		first, last := finding.Range(f.Fset, r.Pos, r.End)
		if ch.within(first.Filename, first.Line, last.Line) {
			return true
		}
	}
	return false
}

func (ch changes) within(name string, first, last int) bool {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	for _, s := range ch[name] {
		if s.first <= last && first <= s.last {
			return true
		}
	}
	return false
}

// onlyNew keeps the findings that a change touches.
func onlyNew(found []finding.Finding, ch changes) []finding.Finding {
	var out []finding.Finding
	for _, f := range found {
		if ch.touches(f) {
			out = append(out, f)
		}
	}
	return out
}
