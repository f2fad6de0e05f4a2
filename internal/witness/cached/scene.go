package cached

// World says what is beside the way in what is explored.
const World = "one object, one reader and one handler beside the way, at most one update by somebody else (after the one that OnUpdate tells of), " +
	"each request accepted, refused or lost"

// Bound says what is explored.
const Bound = World + ", client-go 0.37"

// drops is how many requests a way may have to be run with a watch that may fail
// once; with more of them, that is left out.
const drops = 1

// A scene is what may happen beside a way.
type scene struct {
	readers, watchers bool
	network           bool // the watch may fail
	update            int  // by somebody else: choice, surely or never
	tells             bool // findings say what became of the requests, and who reads looks at once
	counts            func(finding) bool
}

const (
	choice = iota
	surely
	never
)

// full is the scene of all executions.
func full(p *program) scene {
	return scene{readers: true, watchers: true, network: p.requests() <= drops, counts: anything}
}

func anything(finding) bool { return true }

// bound says what is explored of a program.
func (p *program) bound() string {
	if p.requests() <= drops {
		return Bound + ", at most 1 watch that fails"
	}
	return Bound
}
