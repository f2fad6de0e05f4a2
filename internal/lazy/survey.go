package lazy

import "fmt"

// A Survey counts what was seen in a package.
type Survey struct {
	Made    int // caches, clusters and managers that are made by a constructor
	Unclear int // of these, how many have options that do not say where their client reads
	Judged  int // new values that were followed, also where a helper has made them
	Left    int // of these, how many leave to where they may be started
}

// Add sums up.
func (s *Survey) Add(t Survey) {
	s.Made += t.Made
	s.Unclear += t.Unclear
	s.Judged += t.Judged
	s.Left += t.Left
}

func (s Survey) String() string {
	return fmt.Sprintf("%d controller-runtime caches, clusters and managers made (%d with options that are not known); %d followed, %d of them left", s.Made, s.Unclear, s.Judged, s.Left)
}
