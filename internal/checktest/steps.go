package checktest

import (
	"fmt"
	"go/token"
	"go/types"
	"os"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/driver"
)

// calls say what stands on the line of a step of a witness, by the step's text:
// the call that the step is, or that it is a part of. A step without a line is
// not the program's: the API server's, the reflector's and the informer's own,
// and what whoever made an informer does to it. What others may do with what
// they are handed on a line is told as that.
var calls = []struct{ step, line *regexp.Regexp }{
	{regexp.MustCompile(`^others may: `), regexp.MustCompile(`.`)},
	{regexp.MustCompile(`^register `), regexp.MustCompile(`\b(Informer|Lister|ForResource|InformerFor|Cluster)\(`)},
	{regexp.MustCompile(`^factory\.Start`), regexp.MustCompile(`Start\w*`)},
	{regexp.MustCompile(`^(factory\.WaitForCacheSync|WaitForCacheSync is over|wait: |stopped by |has \S+ synced)`), regexp.MustCompile(`WaitFor\w*Sync`)},
	{regexp.MustCompile(`^set transform`), regexp.MustCompile(`SetTransform`)},
	{regexp.MustCompile(`^set watch error handler`), regexp.MustCompile(`SetWatchErrorHandler`)},
	{regexp.MustCompile(`^add (indexers|index)`), regexp.MustCompile(`AddIndexers`)},
	// A handler may also go to a wrapper that registers it.
	{regexp.MustCompile(`^add handler|^registers the handler`), regexp.MustCompile(`AddEventHandler|\bHandle\(`)},
	{regexp.MustCompile(`^calls what registers the handler`), regexp.MustCompile(`\w\(`)},
	{regexp.MustCompile(`^run `), regexp.MustCompile(`Run`)},
	// A read is told by the name of its method.
	{regexp.MustCompile(`^(\w+): the store has `), nil},
	// State that a handler fills.
	{regexp.MustCompile(`^the informer is synced`), regexp.MustCompile(`(?i:synced\()|HasSynced|WaitFor\w*Sync|\bPoll\w*\(|\bSync\(`)},
	{regexp.MustCompile(`^the flag that is set when the informer is synced`), regexp.MustCompile(`(?i:synced)`)},
	{regexp.MustCompile(`^the lister is (not )?empty`), regexp.MustCompile(`List`)},
	{regexp.MustCompile(`^the handler has not set its flag`), regexp.MustCompile(`.`)},
	{regexp.MustCompile(`^(reads|asks|is called with object \d, and fills) (?:\S+\.)?(\w+)`), nil},
	{regexp.MustCompile(`^is called with object \d, and passes it on`), regexp.MustCompile(`\.\w+\(`)},
	{regexp.MustCompile(`^tells .* that it has all`), regexp.MustCompile(`Synced\(`)},
	// Objects of the cache.
	{regexp.MustCompile(`^(\w+) hands out the very object`), nil},
	{regexp.MustCompile(`^calls On(Add|Update) with the very object`), regexp.MustCompile(`\bfunc\b`)},
	{regexp.MustCompile(`^(\w+ )?changes `), regexp.MustCompile(`[=(]|\+\+|--`)},
	{regexp.MustCompile(`^(\w+ )?copies .* deeply`), regexp.MustCompile(`Copy`)},
	{regexp.MustCompile(`^(\w+ )?copies `), regexp.MustCompile(`[=:(]`)},
	{regexp.MustCompile(`^(\w+) sends it`), nil},
	// Caches of controller-runtime.
	{regexp.MustCompile(`^look up `), regexp.MustCompile(`\b(Get|List|GetInformer|CreateOrUpdate|CreateOrPatch)\(`)}, // in what a read or GetInformer does
	{regexp.MustCompile(`^cache started`), regexp.MustCompile(`WaitForCacheSync|\b(Get|List|GetInformer)\(`)},
	{regexp.MustCompile(`^a new `), regexp.MustCompile(`New`)},
	{regexp.MustCompile(`^(get|list|Get|List)\b`), regexp.MustCompile(`\b(Get|List)\b`)},
	{regexp.MustCompile(`^(get informer|GetInformer)`), regexp.MustCompile(`GetInformer|For\(|Watches\(|Owns\(`)},
	{regexp.MustCompile(`^cache\.Start|^start`), regexp.MustCompile(`Start`)},
	{regexp.MustCompile(`^cache\.WaitForCacheSync|^wait`), regexp.MustCompile(`WaitForCacheSync`)},
}

// checkSteps holds a witness to the program: what a step says stands on its line.
func checkSteps(t testing.TB, check *analysis.Analyzer, fset *token.FileSet, f driver.Finding) {
	t.Helper()
	if f.Witness == nil || handlerSteps[check.Name] {
		return
	}
	for _, s := range f.Witness.Steps {
		posn := fset.Position(s.Pos)
		if !s.Pos.IsValid() || !strings.HasSuffix(s.Where, fmt.Sprintf("%s:%d", posn.Filename[strings.LastIndexByte(posn.Filename, '/')+1:], posn.Line)) {
			continue // in another package: the position is that of the call which leads there
		}
		text, err := os.ReadFile(posn.Filename)
		if err != nil {
			t.Error(err)
			return
		}
		if line := strings.Split(string(text), "\n")[posn.Line-1]; !stands(s.Text, line) {
			t.Errorf("%s: a step of the witness says %q, and there stands %q", posn, s.Text, strings.TrimSpace(line))
		}
	}
}

// checkInformer holds a witness to the message: the informer that goes wrong in it
// is one that the message names, if it names any.
func checkInformer(t testing.TB, fset *token.FileSet, f driver.Finding) {
	t.Helper()
	if f.Witness == nil {
		return
	}
	if wrong := anotherInformer(f.Message, f.Witness.Property); wrong != "" {
		t.Errorf("%s: the message is about %s, and the failing run about another informer:\n%s\n%s", fset.Position(f.Pos), wrong, f.Message, f.Witness.Property)
	}
}

var (
	goesWrong = regexp.MustCompile(`\bthe ([A-Z]\w*) informer`)
	// The first of two that a message names is awaited.
	awaited = regexp.MustCompile(`^\S+ is awaited twice, and `)
	named   = regexp.MustCompile(`\b(?:the ([A-Z]\w*) informer\b|([a-z]\w*?)s?(?:Synced|Informer)\b)`)
)

// anotherInformer is what a message names if it is not what goes wrong.
func anotherInformer(message, property string) string {
	is := goesWrong.FindStringSubmatch(property)
	if is == nil {
		return ""
	}
	message = awaited.ReplaceAllString(message, "")
	names := named.FindAllStringSubmatch(message, -1)
	for _, m := range names {
		if strings.Contains(strings.ToLower(m[0]), strings.ToLower(is[1])) {
			return ""
		}
	}
	if len(names) == 0 {
		return ""
	}
	return names[0][0]
}

// handlerSteps are the checks whose steps are what happens to an object inside
// a handler, which is no single call.
var handlerSteps = map[string]bool{"tombstone": true, "uidcheck": true}

func stands(step, line string) bool {
	line, _, _ = strings.Cut(line, "// want")
	for _, c := range calls {
		m := c.step.FindStringSubmatch(step)
		switch {
		case m == nil:
		case c.line == nil:
			return strings.Contains(line, m[len(m)-1])
		default:
			return c.line.MatchString(line) || callsValue(line)
		}
	}
	return false // a step of no kind that is known
}

// callsValue: the line calls a function value, which may be a method of any
// name: start := factory.Start; go start(stop).
func callsValue(line string) bool {
	for _, m := range plainCall.FindAllStringSubmatch(line, -1) {
		if types.Universe.Lookup(m[1]) == nil && !token.IsKeyword(m[1]) {
			return true
		}
	}
	return false
}

var plainCall = regexp.MustCompile(`(?:^|[^.\w])([a-z]\w*)\(`)
