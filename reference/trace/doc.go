// Package trace shows executions to people: as a table, as a sequence diagram
// for Mermaid, as a drawing, and as the schedule string that repeats them.
package trace
