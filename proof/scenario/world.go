package scenario

import (
	"fmt"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/proof/twin/world"
	server "github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/sched"
)

// A World is what surrounds a program.
type World struct {
	Objects            int     // of each kind that programs look at
	Kind               string  // whose objects change and whose watch breaks, in the world of a protocol program; "": pods
	Writes             []Write // what the user of the API does, one after the other
	Drops, Compactions int     // how often the watch may be dropped, and the server may forget its log
	Stop               bool    // whether the program's context may be cancelled at any moment
	End                bool    // whether it is cancelled in the end
}

// A Write is one write of the API's user.
type Write int

// The writes. An object that there is twice is modified in the second place.
const (
	Delete Write = iota
	Create
	Modify
)

func (w Write) String() string {
	return [...]string{"a deletion", "a re-creation", "a modification"}[w]
}

// String says it as the documentation does.
func (w World) String() string {
	parts := []string{count(w.Objects, "object")}
	for _, x := range w.Writes {
		parts = append(parts, x.String())
	}
	if w.Drops > 0 {
		parts = append(parts, count(w.Drops, "watch drop"))
	}
	if w.Compactions > 0 {
		parts = append(parts, count(w.Compactions, "compaction"))
	}
	if w.Stop {
		parts = append(parts, "stop")
	}
	if w.End {
		parts = append(parts, "stop in the end")
	}
	return strings.Join(parts, ", ")
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// kind is whose objects change.
func (w World) kind() string {
	if w.Kind == "" {
		return "pods"
	}
	return w.Kind
}

// cluster has the objects of each kind that programs look at.
var cluster = map[string][]string{
	"nodes":       {"node-1", "node-2"},
	"pods":        {"shop/till", "shop/vault"},
	"services":    {"shop/till", "shop/vault"},
	"secrets":     {"shop/till", "shop/vault"},
	"configmaps":  {"shop/till", "shop/vault"},
	"deployments": {"shop/till", "shop/vault"},
}

// kindsInOrder has the kinds of the cluster: objects get their identities as they
// are made.
var kindsInOrder = []string{"nodes", "pods", "services", "secrets", "configmaps", "deployments"}

// fill writes what there is before a protocol program begins.
func (w World) fill(s *server.Server) {
	s.WriteNow(server.Change{Object: server.Object{Kind: "namespaces", Key: "shop"}})
	for _, kind := range kindsInOrder {
		for _, key := range cluster[kind][:w.Objects] {
			s.WriteNow(server.Change{Object: server.Object{Kind: kind, Key: key}})
		}
	}
}

// surround starts what happens beside a program: writes to the objects of one
// kind, the last of which is modified, the first deleted and created again, and
// faults.
func (w World) surround(s *server.Server, kind string, keys []string, recreated world.Fields) {
	if len(w.Writes) > 0 {
		sched.Go("user", func() {
			for _, x := range w.Writes {
				switch x {
				case Delete:
					s.Delete(kind, keys[0])
				case Create:
					s.Create(kind, keys[0], recreated)
				case Modify:
					s.Update(kind, keys[len(keys)-1], world.Fields{Generation: 2})
				}
			}
		})
	}
	if w.Drops > 0 {
		sched.Go("network", func() {
			for range w.Drops {
				s.MaybeDrop(kind)
			}
		})
	}
	if w.Compactions > 0 {
		sched.Go("etcd", func() {
			for range w.Compactions {
				s.MaybeCompact()
			}
		})
	}
}

// Worlds in which the watch of a protocol program may break, from the largest on.
var breaking = []World{
	{Objects: 2, Writes: []Write{Modify}, Drops: 1, Compactions: 1},
	{Objects: 2, Writes: []Write{Modify}, Drops: 1},
	{Objects: 2, Writes: []Write{Modify}},
	{Objects: 2},
	{Objects: 1},
}

// Worlds in which a protocol program may be stopped, from the largest on.
var stopping = []World{
	{Objects: 2, Writes: []Write{Modify}, Stop: true},
	{Objects: 2, Stop: true},
	{Objects: 1, Stop: true},
	{Objects: 2, End: true},
	{Objects: 1, End: true},
}

// Ladders are the worlds that a scenario could have: one of each ladder, from
// the largest on.
func Ladders(s Scenario) [][]World {
	if !s.Protocol() {
		return [][]World{s.Worlds}
	}
	ladders := [][]World{slices.Clone(breaking), slices.Clone(stopping)}
	for _, l := range ladders {
		for i := range l {
			l[i].Kind = s.Worlds[0].Kind
		}
	}
	return ladders
}

// earlier is the world of the versions before the newest. Their informers take
// more steps, a lock for each, and in the worlds of the newest one the searches
// have many times as many executions.
func (s Scenario) earlier() World {
	if s.Protocol() {
		w := breaking[3]
		switch s.Dir {
		case "startorder/wrapped/until": // it counts at the first object that it sees, and one is seen before the other
			w = breaking[4]
		case "syncwait/forgotten": // with two objects there are more executions than the limit
			w = breaking[4]
		}
		w.Kind = s.Worlds[0].Kind
		return w
	}
	w := s.Worlds[0]
	w.Objects = 1
	w.Writes = slices.DeleteFunc(slices.Clone(w.Writes), func(x Write) bool { return x == Modify })
	return w
}

// least is the smallest world of all: of a handler program, that of the versions
// before the newest.
func least(s Scenario) World {
	if !s.Protocol() {
		return s.earlier()
	}
	all := Ladders(s)[0]
	return all[len(all)-1]
}

// worldsOf are the largest worlds in which the searches of a program stay small.
func worldsOf(dir string) []World {
	at := sizes[dir]
	all := []World{breaking[at.breaking], stopping[at.stopping]}
	for i := range all {
		all[i].Kind = about[dir]
	}
	return all
}

// A size is a place in each ladder.
type size struct{ breaking, stopping int }

// sizes are the worlds of protocol programs that are not in the largest: there
// the searches have more than some thousand executions. With two informers, or
// handlers, a stop at any moment has too many places; the program is then stopped
// in the end. (go run ./proof/cmd/prove -worlds shows the numbers.)
var sizes = map[string]size{
	"handlersync/minimal": {0, 3}, "handlersync/sequence": {0, 3}, "handlersync/twice": {2, 3}, "handlersync/factorywait": {0, 3},
	"handlersync/wrapped/helpers": {0, 3}, "handlersync/wrapped/started": {0, 3}, "handlersync/wrapped/failing": {0, 3},
	"handlersync/wrapped/waiter": {0, 3}, "handlersync/wrapped/registers": {0, 3}, "handlersync/wrapped/listed": {1, 3},
	"latesetup/two": {1, 3}, "latesetup/indexers": {0, 1}, "latesetup/wrapped/indexers": {0, 0},
	"lazycache/awaited": {0, 1}, "lazycache/awaitedlist": {0, 1},
	"lazycache/group": {3, 3}, "lazycache/seldom": {1, 3}, "lazycache/actors": {3, 3}, "lazycache/jobs": {1, 3},
	"lazycache/ok/added": {1, 1}, "lazycache/ok/registered": {0, 1}, "lazycache/ok/waits": {0, 1},
	"startorder/accessor": {1, 3}, "startorder/bynames": {1, 4}, "startorder/closure": {0, 3}, "startorder/concurrent": {0, 3}, "startorder/dynamic": {0, 3},
	"startorder/eitherway": {2, 3}, "startorder/elsewhere": {0, 3}, "startorder/errgroup": {3, 4}, "startorder/fields": {0, 3}, "startorder/four": {1, 3},
	"startorder/guarded": {2, 3}, "startorder/handlers": {0, 3}, "startorder/late": {0, 3}, "startorder/sibling": {0, 3},
	"startorder/chosen": {1, 3}, "startorder/correlated": {1, 3}, "startorder/exclusive": {1, 3}, "startorder/hooks": {0, 3}, "startorder/listed": {0, 3}, "startorder/forgotten": {2, 3}, "startorder/controller": {0, 3},
	"startorder/leader": {2, 4}, "startorder/mirrored": {0, 1}, "startorder/waitgroup": {0, 3}, "startorder/wrapped/background": {0, 3}, "startorder/wrapped/deep": {0, 3},
	"startorder/wrapped/generic": {0, 3}, "startorder/wrapped/iface": {0, 3}, "startorder/wrapped/siblings": {0, 3},
	"startorder/wrapped/starter": {0, 3}, "startorder/wrapped/until": {0, 3},
	"syncwait/duplicate": {0, 3}, "syncwait/mistaken": {0, 3}, "syncwait/kept": {0, 3}, "syncwait/limited": {0, 3}, "syncwait/wrapped/binder": {0, 3}, "syncwait/wrapped/locals": {0, 3}, "syncwait/queue": {1, 3}, "syncwait/nowait": {1, 3}, "syncwait/watched": {1, 3}, "syncwait/wrapped/crew": {1, 3},
	"syncwait/ok/healing": {0, 3}, "syncwait/ok/sibling": {0, 3}, "syncwait/ok/pollsibling": {0, 3}, "syncwait/ok/ownwork": {3, 4},

	"syncwait/exclusive": {1, 3}, "syncwait/phased": {0, 3}, "syncwait/handler": {0, 3}, "syncwait/sibling": {0, 3}, "syncwait/several": {0, 3}, "syncwait/repeated": {0, 3}, "syncwait/wrapped/appended": {0, 3}, "syncwait/elsewhere": {0, 3}, "syncwait/factories": {0, 3}, "syncwait/extended": {0, 3}, "syncwait/cloned": {0, 3},
	"syncwait/optional": {1, 3}, "syncwait/wrapped/receiver": {1, 3}, "handlersync/removed": {2, 3}, "handlersync/wrapped/mapped": {2, 3},
	"syncwait/nested": {1, 3}, "syncwait/wrapped/stores": {2, 3}, "syncwait/phases": {0, 3}, "syncwait/forgotten": {4, 4},
	"handlersync/each": {0, 3}, "handlersync/ignored": {0, 3}, "handlersync/void": {0, 3}, "handlersync/stopped": {0, 3}, "handlersync/results": {0, 3}, "handlersync/looked": {0, 3}, "handlersync/wrapped/inner": {0, 3}, "handlersync/handedout": {0, 3},
	"handlersync/another": {3, 3}, "handlersync/siblings": {2, 3}, "handlersync/pair": {3, 3}, "handlersync/optional": {0, 3},
	"handlersync/wrapped/container": {0, 3}, "handlersync/wrapped/waiting": {0, 3}, "handlersync/wrapped/named": {0, 3}, "handlersync/wrapped/owner": {0, 3},
	"handlersync/wrapped/synced": {0, 3}, "handlersync/several": {1, 3},
	"handlersync/told": {0, 3}, "handlersync/gated": {0, 3}, "handlersync/byvalue": {0, 3}, "handlersync/returned": {0, 3}, "handlersync/polls": {0, 3}, "handlersync/wrapped/polls": {0, 3}, "handlersync/looped": {0, 3}, "handlersync/wrapped/generic": {0, 3},
}

// about are the kinds that the worlds of protocol programs are about, where it
// is not pods.
var about = map[string]string{
	"startorder/standalone": "nodes", "startorder/controller": "nodes", "latesetup/watcherrors": "nodes", "latesetup/wrapped/watcher": "nodes", "latesetup/wrapped/given": "nodes",
}

// counts are what right protocol programs count if there are two objects of each
// kind, where it is not two.
var counts = map[string]int{
	// They look for one object, or divide.
	"startorder/late": 1, "startorder/wrapped/iface": 1, "startorder/sibling": 1, "startorder/handlers": 1,
	"latesetup/indexers": 1, "latesetup/wrapped/indexers": 1, "latesetup/watcherrors": 1, "latesetup/wrapped/watcher": 1, "latesetup/wrapped/given": 1,
	"lazycache/awaited": 1, "lazycache/ok/runnable": 1, "lazycache/wrapped/clients": 1, "lazycache/wrapped/helper": 1,
	"handlersync/minimal": 1, "handlersync/removed": 1, "handlersync/wrapped/mapped": 1, "handlersync/sequence": 1, "handlersync/twice": 1, "handlersync/wrapped/helpers": 1, "handlersync/each": 1, "handlersync/another": 1,
	"handlersync/wrapped/container": 1, "handlersync/wrapped/waiting": 1, "handlersync/wrapped/named": 1, "handlersync/wrapped/owner": 1,
	"handlersync/results": 1, "handlersync/looked": 1, "handlersync/ignored": 1, "handlersync/void": 1, "handlersync/stopped": 1, "handlersync/wrapped/inner": 1,
	"handlersync/wrapped/started": 1, "handlersync/wrapped/failing": 1, "handlersync/wrapped/waiter": 1, "handlersync/wrapped/registers": 1,
	"startorder/forgotten": 1, "startorder/controller": 1, "handlersync/handedout": 1, "handlersync/siblings": 1, "handlersync/pair": 1, "handlersync/optional": 1,
	"handlersync/wrapped/synced": 1, "handlersync/several": 1,
	"handlersync/told": 1, "handlersync/gated": 1, "handlersync/byvalue": 1, "handlersync/returned": 1, "handlersync/polls": 1, "handlersync/wrapped/polls": 1, "handlersync/looped": 1, "handlersync/wrapped/generic": 1,
	// They count pairs, or two kinds.
	"startorder/wrapped/starter": 4, "startorder/dynamic": 4, "startorder/four": 4, "startorder/guarded": 4,
	"startorder/wrapped/generic": 4, "startorder/wrapped/options": 4,
}

// Worlds of handler programs. The first pod is deleted, the second one changes.
var (
	tombstoneWorlds  = []World{{Objects: 2, Writes: []Write{Modify, Delete}, Drops: 1, Compactions: 1}}
	recreationWorlds = []World{{Objects: 2, Writes: []Write{Modify, Delete, Create}, Drops: 1, Compactions: 1}}
)
