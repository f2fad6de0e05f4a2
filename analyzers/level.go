package analyzers

import "strings"

// Level returns how grave a report is in the words of SARIF: "error" for a
// rule that is on by default, whose reports are bugs, and "warning" for an
// optional one and for what is not in the registry.
func Level(check, rule string) string {
	if c, ok := Find(check); ok {
		if r, ok := c.Rule(rule); ok && r.On() {
			return "error"
		}
	}
	return "warning"
}

// Description returns what the checks are for in one sentence, for lists of
// linters.
func Description() string {
	var names []string
	for _, c := range Catalogue() {
		names = append(names, c.Name())
	}
	return "Finds misuse of Kubernetes client-go informers (" + strings.Join(names, ", ") + ")."
}
