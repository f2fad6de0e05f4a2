// This file has the table of the programs and the cluster that they run in. proof/gates copies it
// as it is and takes out the programs that it cannot run.

package programs

import (
	"context"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apiruntime "k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/dynamic"
	dynamicfake "k8s.io/client-go/dynamic/fake"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/cache"

	racesblocked "example.com/informers/goroutinestart/blocked"
	racesclosure "example.com/informers/goroutinestart/closure"
	"example.com/informers/goroutinestart/helper"
	"example.com/informers/goroutinestart/literal"
	"example.com/informers/goroutinestart/methodvalue"
	startokcrowded "example.com/informers/goroutinestart/ok/crowded"
	"example.com/informers/goroutinestart/race"
	raceswrappedblocked "example.com/informers/goroutinestart/wrapped/blocked"
	"example.com/informers/goroutinestart/wrapped/manager"
	latedepends "example.com/informers/latesetup/depends"
	latedynamic "example.com/informers/latesetup/dynamic"
	latenamed "example.com/informers/latesetup/named"
	lateregistration "example.com/informers/latesetup/registration"
	lateslow "example.com/informers/latesetup/slow"
	latetransform "example.com/informers/latesetup/transform"
	latetwo "example.com/informers/latesetup/two"
	latewatcherrors "example.com/informers/latesetup/watcherrors"
	latecaches "example.com/informers/latesetup/wrapped/caches"
	lategiven "example.com/informers/latesetup/wrapped/given"
	latewatcher "example.com/informers/latesetup/wrapped/watcher"
	"example.com/informers/startorder/accessor"
	"example.com/informers/startorder/believed"
	"example.com/informers/startorder/bykey"
	"example.com/informers/startorder/bynames"
	"example.com/informers/startorder/chosen"
	"example.com/informers/startorder/closure"
	"example.com/informers/startorder/concurrent"
	"example.com/informers/startorder/controller"
	startcorrelated "example.com/informers/startorder/correlated"
	"example.com/informers/startorder/crowded"
	startdynamic "example.com/informers/startorder/dynamic"
	"example.com/informers/startorder/eitherway"
	"example.com/informers/startorder/elsewhere"
	"example.com/informers/startorder/errgroup"
	"example.com/informers/startorder/exclusive"
	"example.com/informers/startorder/fields"
	"example.com/informers/startorder/forgotten"
	"example.com/informers/startorder/four"
	"example.com/informers/startorder/guarded"
	"example.com/informers/startorder/handed"
	"example.com/informers/startorder/handlers"
	"example.com/informers/startorder/hooks"
	"example.com/informers/startorder/late"
	"example.com/informers/startorder/leader"
	"example.com/informers/startorder/listed"
	"example.com/informers/startorder/members"
	"example.com/informers/startorder/methods"
	"example.com/informers/startorder/mirrored"
	"example.com/informers/startorder/never"
	orderokcrowded "example.com/informers/startorder/ok/crowded"
	"example.com/informers/startorder/permap"
	"example.com/informers/startorder/resource"
	"example.com/informers/startorder/rounds"
	"example.com/informers/startorder/shards"
	"example.com/informers/startorder/sibling"
	"example.com/informers/startorder/standalone"
	"example.com/informers/startorder/swap"
	"example.com/informers/startorder/variables"
	"example.com/informers/startorder/waitgroup"
	"example.com/informers/startorder/whenasked"
	"example.com/informers/startorder/wrapped/background"
	wrappedbykey "example.com/informers/startorder/wrapped/bykey"
	wrappedchosen "example.com/informers/startorder/wrapped/chosen"
	"example.com/informers/startorder/wrapped/clusters"
	"example.com/informers/startorder/wrapped/deep"
	"example.com/informers/startorder/wrapped/fleet"
	"example.com/informers/startorder/wrapped/generic"
	"example.com/informers/startorder/wrapped/iface"
	"example.com/informers/startorder/wrapped/lazily"
	"example.com/informers/startorder/wrapped/options"
	"example.com/informers/startorder/wrapped/reporter"
	"example.com/informers/startorder/wrapped/siblings"
	"example.com/informers/startorder/wrapped/starter"
	"example.com/informers/startorder/wrapped/typed"
	"example.com/informers/startorder/wrapped/until"

	racesappended "example.com/informers/goroutinestart/ok/appended"
	racesokblocked "example.com/informers/goroutinestart/ok/blocked"
	racesblockingstart "example.com/informers/goroutinestart/ok/blockingstart"
	racesconfirmed "example.com/informers/goroutinestart/ok/confirmed"
	racescontrollerfirst "example.com/informers/goroutinestart/ok/controllerfirst"
	racescounted "example.com/informers/goroutinestart/ok/counted"
	racesflagged "example.com/informers/goroutinestart/ok/flagged"
	racesguarded "example.com/informers/goroutinestart/ok/guarded"
	"example.com/informers/goroutinestart/ok/handshake"
	racesinside "example.com/informers/goroutinestart/ok/inside"
	raceslimited "example.com/informers/goroutinestart/ok/limited"
	racesother "example.com/informers/goroutinestart/ok/other"
	racespolled "example.com/informers/goroutinestart/ok/polled"
	racesrestarted "example.com/informers/goroutinestart/ok/restarted"
	racessignalled "example.com/informers/goroutinestart/ok/signalled"
	racessingle "example.com/informers/goroutinestart/ok/single"
	racesunderway "example.com/informers/goroutinestart/ok/underway"
	racesredundant "example.com/informers/goroutinestart/redundant"
	lateagain "example.com/informers/latesetup/ok/again"
	latechecked "example.com/informers/latesetup/ok/checked"
	lategoroutinewaits "example.com/informers/latesetup/ok/goroutinewaits"
	lateindexers "example.com/informers/latesetup/ok/indexers"
	lateintime "example.com/informers/latesetup/ok/intime"
	lateotherfactory "example.com/informers/latesetup/ok/otherfactory"
	latereceived "example.com/informers/latesetup/ok/received"
	lateregistered "example.com/informers/latesetup/ok/registered"
	lateregisteredlater "example.com/informers/latesetup/ok/registeredlater"
	latesometimes "example.com/informers/latesetup/ok/sometimes"
	orderagain "example.com/informers/startorder/ok/again"
	orderalias "example.com/informers/startorder/ok/alias"
	orderblocking "example.com/informers/startorder/ok/blocking"
	orderbranches "example.com/informers/startorder/ok/branches"
	orderbykey "example.com/informers/startorder/ok/bykey"
	orderchannel "example.com/informers/startorder/ok/channel"
	orderchosen "example.com/informers/startorder/ok/chosen"
	orderclusters "example.com/informers/startorder/ok/clusters"
	ordercommands "example.com/informers/startorder/ok/commands"
	ordercontainers "example.com/informers/startorder/ok/containers"
	ordercorrelated "example.com/informers/startorder/ok/correlated"
	orderembedded "example.com/informers/startorder/ok/embedded"
	orderfeatures "example.com/informers/startorder/ok/features"
	orderfilled "example.com/informers/startorder/ok/filled"
	"example.com/informers/startorder/ok/firstasked"
	orderfunctions "example.com/informers/startorder/ok/functions"
	ordergenerics "example.com/informers/startorder/ok/generics"
	ordergroup "example.com/informers/startorder/ok/group"
	orderhooks "example.com/informers/startorder/ok/hooks"
	orderinformerfor "example.com/informers/startorder/ok/informerfor"
	orderinitializers "example.com/informers/startorder/ok/initializers"
	orderinjection "example.com/informers/startorder/ok/injection"
	orderjoined "example.com/informers/startorder/ok/joined"
	orderlazily "example.com/informers/startorder/ok/lazily"
	orderloop "example.com/informers/startorder/ok/loop"
	"example.com/informers/startorder/ok/memoized"
	ordernamespaces "example.com/informers/startorder/ok/namespaces"
	ordernarrow "example.com/informers/startorder/ok/narrow"
	ordernonblocking "example.com/informers/startorder/ok/nonblocking"
	ordernotastart "example.com/informers/startorder/ok/notastart"
	orderonce "example.com/informers/startorder/ok/once"
	orderonebyone "example.com/informers/startorder/ok/onebyone"
	orderoptional "example.com/informers/startorder/ok/optional"
	"example.com/informers/startorder/ok/ordered"
	orderparts "example.com/informers/startorder/ok/parts"
	orderpermap "example.com/informers/startorder/ok/permap"
	orderpolling "example.com/informers/startorder/ok/polling"
	orderreflection "example.com/informers/startorder/ok/reflection"
	orderreplaced "example.com/informers/startorder/ok/replaced"
	orderresources "example.com/informers/startorder/ok/resources"
	"example.com/informers/startorder/ok/restarts"
	orderretried "example.com/informers/startorder/ok/retried"
	orderrounds "example.com/informers/startorder/ok/rounds"
	orderrunnable "example.com/informers/startorder/ok/runnable"
	ordersameresource "example.com/informers/startorder/ok/sameresource"
	ordersingle "example.com/informers/startorder/ok/single"
	orderslice "example.com/informers/startorder/ok/slice"
	orderslices "example.com/informers/startorder/ok/slices"
	ordersome "example.com/informers/startorder/ok/some"
	orderstarters "example.com/informers/startorder/ok/starters"
	orderticker "example.com/informers/startorder/ok/ticker"
	ordertree "example.com/informers/startorder/ok/tree"
	"example.com/informers/startorder/ok/twins"
	ordertwofactories "example.com/informers/startorder/ok/twofactories"
	orderunused "example.com/informers/startorder/ok/unused"
	ordervariables "example.com/informers/startorder/ok/variables"
	orderwatched "example.com/informers/startorder/ok/watched"
	orderwhenasked "example.com/informers/startorder/ok/whenasked"
	waitaside "example.com/informers/syncwait/aside"
	waitbeforestart "example.com/informers/syncwait/beforestart"
	waitblocks "example.com/informers/syncwait/blocks"
	waitbyhand "example.com/informers/syncwait/byhand"
	waitcloned "example.com/informers/syncwait/cloned"
	waitcorrelated "example.com/informers/syncwait/correlated"
	waitduplicate "example.com/informers/syncwait/duplicate"
	waitelsewhere "example.com/informers/syncwait/elsewhere"
	waitexclusive "example.com/informers/syncwait/exclusive"
	waitextended "example.com/informers/syncwait/extended"
	waitfactories "example.com/informers/syncwait/factories"
	waitforgotten "example.com/informers/syncwait/forgotten"
	waithandler "example.com/informers/syncwait/handler"
	waitkept "example.com/informers/syncwait/kept"
	waitlimited "example.com/informers/syncwait/limited"
	waitlogged "example.com/informers/syncwait/logged"
	waitmistaken "example.com/informers/syncwait/mistaken"
	waitnested "example.com/informers/syncwait/nested"
	waitnothing "example.com/informers/syncwait/nothing"
	waitnowait "example.com/informers/syncwait/nowait"
	waitokagain "example.com/informers/syncwait/ok/again"
	waitokaggregated "example.com/informers/syncwait/ok/aggregated"
	waitokbyfactory "example.com/informers/syncwait/ok/byfactory"
	waitokbyhand "example.com/informers/syncwait/ok/byhand"
	waitokcaller "example.com/informers/syncwait/ok/caller"
	waitokchosen "example.com/informers/syncwait/ok/chosen"
	waitokelsewhere "example.com/informers/syncwait/ok/elsewhere"
	waitokextended "example.com/informers/syncwait/ok/extended"
	waitokfactories "example.com/informers/syncwait/ok/factories"
	waitokfilled "example.com/informers/syncwait/ok/filled"
	waitokhealing "example.com/informers/syncwait/ok/healing"
	waitokinside "example.com/informers/syncwait/ok/inside"
	waitokinturn "example.com/informers/syncwait/ok/inturn"
	waitokkept "example.com/informers/syncwait/ok/kept"
	waitoklifecycle "example.com/informers/syncwait/ok/lifecycle"
	waitoklive "example.com/informers/syncwait/ok/live"
	waitoklogged "example.com/informers/syncwait/ok/logged"
	waitokneedless "example.com/informers/syncwait/ok/needless"
	waitoknested "example.com/informers/syncwait/ok/nested"
	waitokoptional "example.com/informers/syncwait/ok/optional"
	waitokoutside "example.com/informers/syncwait/ok/outside"
	waitokownwork "example.com/informers/syncwait/ok/ownwork"
	waitokpartial "example.com/informers/syncwait/ok/partial"
	waitokperiodically "example.com/informers/syncwait/ok/periodically"
	waitokphases "example.com/informers/syncwait/ok/phases"
	waitokpolled "example.com/informers/syncwait/ok/polled"
	waitokpollsibling "example.com/informers/syncwait/ok/pollsibling"
	waitokqueued "example.com/informers/syncwait/ok/queued"
	waitokreceived "example.com/informers/syncwait/ok/received"
	waitokreceiver "example.com/informers/syncwait/ok/receiver"
	waitokregistration "example.com/informers/syncwait/ok/registration"
	waitokrepeated "example.com/informers/syncwait/ok/repeated"
	waitokrequeued "example.com/informers/syncwait/ok/requeued"
	waitokretried "example.com/informers/syncwait/ok/retried"
	waitoksamename "example.com/informers/syncwait/ok/samename"
	waitoksibling "example.com/informers/syncwait/ok/sibling"
	waitoksuperfluous "example.com/informers/syncwait/ok/superfluous"
	waitoktold "example.com/informers/syncwait/ok/told"
	waitoktwice "example.com/informers/syncwait/ok/twice"
	waitokwatched "example.com/informers/syncwait/ok/watched"
	waitonce "example.com/informers/syncwait/once"
	waitoptional "example.com/informers/syncwait/optional"
	waitpartial "example.com/informers/syncwait/partial"
	waitphased "example.com/informers/syncwait/phased"
	waitphases "example.com/informers/syncwait/phases"
	waitqueue "example.com/informers/syncwait/queue"
	waitread "example.com/informers/syncwait/read"
	waitreceived "example.com/informers/syncwait/received"
	waitrepeated "example.com/informers/syncwait/repeated"
	waitseveral "example.com/informers/syncwait/several"
	waitsibling "example.com/informers/syncwait/sibling"
	waitsynced "example.com/informers/syncwait/synced"
	waitunchecked "example.com/informers/syncwait/unchecked"
	waitunfilled "example.com/informers/syncwait/unfilled"
	waitwatched "example.com/informers/syncwait/watched"
	waitworker "example.com/informers/syncwait/worker"
	waitappended "example.com/informers/syncwait/wrapped/appended"
	waitbinder "example.com/informers/syncwait/wrapped/binder"
	waitblocking "example.com/informers/syncwait/wrapped/blocking"
	waitcrew "example.com/informers/syncwait/wrapped/crew"
	waitfiller "example.com/informers/syncwait/wrapped/filler"
	waitlocals "example.com/informers/syncwait/wrapped/locals"
	waitlocator "example.com/informers/syncwait/wrapped/locator"
	waitmanager "example.com/informers/syncwait/wrapped/manager"
	waitpoller "example.com/informers/syncwait/wrapped/poller"
	waitreceiver "example.com/informers/syncwait/wrapped/receiver"
	waitroster "example.com/informers/syncwait/wrapped/roster"
	waitstores "example.com/informers/syncwait/wrapped/stores"
	waitwatcher "example.com/informers/syncwait/wrapped/watcher"
)

// A program counts something in the cluster of its client.
type program struct {
	dir   string
	run   func(context.Context, kubernetes.Interface) (int, error)
	right bool          // nothing to mend
	tries int           // more than one where nothing in the program lets the test force its order
	late  time.Duration // after which nodes are listed
}

var programs = []program{
	{dir: "goroutinestart/blocked", run: racesblocked.Run},
	{dir: "goroutinestart/closure", run: racesclosure.Run},
	{dir: "goroutinestart/helper", run: helper.Run},
	{dir: "goroutinestart/literal", run: literal.Run, tries: 100},
	{dir: "goroutinestart/methodvalue", run: methodvalue.Run, tries: 100},
	{dir: "goroutinestart/race", run: race.Run, tries: 100},
	{dir: "goroutinestart/wrapped/blocked", run: raceswrappedblocked.Run},
	{dir: "goroutinestart/wrapped/manager", run: manager.Run},
	{dir: "startorder/accessor", run: accessor.Run},
	{dir: "startorder/believed", run: func(ctx context.Context, client kubernetes.Interface) (int, error) {
		return believed.Count(ctx, informers.NewSharedInformerFactory(client, 0)) // not reported: this table is a large program, in which what is called at an unknown time stands for several
	}},
	{dir: "startorder/bykey", run: bykey.Run},
	{dir: "startorder/wrapped/bykey", run: wrappedbykey.Run},
	{dir: "startorder/ok/bykey", right: true, run: orderbykey.Run},
	{dir: "startorder/bynames", run: bynames.Run},
	{dir: "startorder/shards", run: shards.Run},
	{dir: "startorder/closure", run: closure.Run},
	{dir: "startorder/concurrent", run: concurrent.Run},
	{dir: "startorder/dynamic", run: onDynamic(startdynamic.Run)},
	{dir: "startorder/eitherway", run: eitherway.Run},
	{dir: "startorder/chosen", run: chosen.Run},
	{dir: "startorder/exclusive", run: exclusive.Run},
	{dir: "startorder/correlated", run: startcorrelated.Run},
	{dir: "startorder/permap", run: permap.Run},
	{dir: "startorder/wrapped/chosen", run: wrappedchosen.Run},
	{dir: "startorder/elsewhere", run: elsewhere.Run},
	{dir: "startorder/errgroup", run: errgroup.Run},
	{dir: "startorder/fields", run: fields.Run},
	{dir: "startorder/four", run: four.Run},
	{dir: "startorder/hooks", run: hooks.Run},
	{dir: "startorder/listed", run: listed.Run},
	{dir: "startorder/rounds", run: rounds.Run},
	{dir: "startorder/guarded", run: guarded.Run},
	{dir: "startorder/handed", run: handed.Run},
	{dir: "startorder/late", run: late.Run},
	{dir: "startorder/leader", run: leader.Run},
	{dir: "startorder/members", run: members.Run, tries: 100},
	{dir: "startorder/methods", run: methods.Run},
	{dir: "startorder/mirrored", run: mirrored.Run, tries: 100},
	{dir: "startorder/never", run: never.Run},
	{dir: "startorder/resource", run: onDynamic(resource.Run)},
	{dir: "startorder/sibling", run: sibling.Run},
	{dir: "startorder/swap", run: swap.Run},
	{dir: "startorder/forgotten", run: forgotten.Run},
	{dir: "startorder/standalone", run: standalone.Run},
	{dir: "startorder/controller", run: controller.Run},
	{dir: "startorder/crowded", run: crowded.Run},
	{dir: "startorder/ok/crowded", right: true, run: orderokcrowded.Run},
	{dir: "goroutinestart/ok/crowded", right: true, run: startokcrowded.Run},
	{dir: "startorder/wrapped/clusters", run: clusters.Run},
	{dir: "startorder/ok/clusters", right: true, run: orderclusters.Run},
	{dir: "startorder/variables", run: variables.Run},
	{dir: "startorder/waitgroup", run: waitgroup.Run},
	{dir: "startorder/whenasked", run: whenasked.Run},
	{dir: "startorder/wrapped/background", run: background.Run},
	{dir: "startorder/wrapped/siblings", run: siblings.Run},
	{dir: "startorder/wrapped/starter", run: starter.Run},
	{dir: "startorder/wrapped/typed", run: typed.Run},
	{dir: "startorder/handlers", run: handlers.Run},
	{dir: "startorder/wrapped/deep", run: deep.Run},
	{dir: "startorder/wrapped/fleet", run: fleet.Run},
	{dir: "startorder/wrapped/lazily", run: lazily.Run},
	{dir: "startorder/wrapped/generic", run: generic.Run},
	{dir: "startorder/wrapped/iface", run: iface.Run},
	{dir: "startorder/wrapped/options", run: options.Run},
	{dir: "startorder/wrapped/reporter", run: reporter.Run, tries: 100},
	{dir: "startorder/wrapped/until", run: until.Run},
	{dir: "latesetup/depends", run: latedepends.Run},
	{dir: "latesetup/dynamic", run: onDynamic(latedynamic.Run)},
	{dir: "latesetup/named", run: latenamed.Run},
	{dir: "latesetup/registration", run: lateregistration.Run},
	{dir: "latesetup/slow", run: lateslow.Run},
	{dir: "latesetup/transform", run: latetransform.Run},
	{dir: "latesetup/two", run: latetwo.Run},
	{dir: "latesetup/watcherrors", run: latewatcherrors.Run},
	{dir: "latesetup/wrapped/caches", run: latecaches.Run},
	{dir: "latesetup/wrapped/given", run: lategiven.Run},
	{dir: "latesetup/wrapped/watcher", run: latewatcher.Run},

	{dir: "goroutinestart/ok/appended", right: true, run: racesappended.Run},
	{dir: "goroutinestart/ok/blocked", right: true, run: racesokblocked.Run},
	{dir: "goroutinestart/ok/blockingstart", right: true, run: racesblockingstart.Run},
	{dir: "goroutinestart/ok/confirmed", right: true, run: racesconfirmed.Run},
	{dir: "goroutinestart/ok/controllerfirst", right: true, run: racescontrollerfirst.Run},
	{dir: "goroutinestart/ok/guarded", right: true, run: racesguarded.Run},
	{dir: "goroutinestart/ok/handshake", right: true, run: handshake.Run},
	{dir: "goroutinestart/ok/inside", right: true, run: racesinside.Run},
	{dir: "goroutinestart/ok/limited", right: true, run: raceslimited.Run},
	{dir: "goroutinestart/ok/other", right: true, run: racesother.Run},
	{dir: "goroutinestart/ok/restarted", right: true, run: racesrestarted.Run},
	{dir: "goroutinestart/ok/flagged", right: true, run: racesflagged.Run},
	{dir: "goroutinestart/ok/counted", right: true, run: racescounted.Run},
	{dir: "goroutinestart/ok/polled", right: true, run: racespolled.Run},
	{dir: "goroutinestart/ok/signalled", right: true, run: racessignalled.Run},
	{dir: "goroutinestart/ok/single", right: true, run: racessingle.Run},
	{dir: "goroutinestart/ok/underway", right: true, run: racesunderway.Run},
	{dir: "startorder/ok/again", right: true, run: orderagain.Run},
	{dir: "startorder/ok/alias", right: true, run: orderalias.Run},
	{dir: "startorder/ok/blocking", right: true, run: orderblocking.Run},
	{dir: "startorder/ok/branches", right: true, run: orderbranches.Run},
	{dir: "startorder/ok/channel", right: true, run: orderchannel.Run},
	{dir: "startorder/ok/chosen", right: true, run: orderchosen.Run},
	{dir: "startorder/ok/correlated", right: true, run: ordercorrelated.Run},
	{dir: "startorder/ok/parts", right: true, run: orderparts.Run},
	{dir: "startorder/ok/permap", right: true, run: orderpermap.Run},
	{dir: "startorder/ok/features", right: true, run: orderfeatures.Run},
	{dir: "startorder/ok/filled", right: true, run: orderfilled.Run},
	{dir: "startorder/ok/generics", right: true, run: ordergenerics.Run},
	{dir: "startorder/ok/group", right: true, run: ordergroup.Run},
	{dir: "startorder/ok/hooks", right: true, run: orderhooks.Run},
	{dir: "startorder/ok/informerfor", right: true, run: orderinformerfor.Run},
	{dir: "startorder/ok/injection", right: true, run: orderinjection.Run},
	{dir: "startorder/ok/loop", right: true, run: orderloop.Run},
	{dir: "startorder/ok/memoized", right: true, run: memoized.Run},
	{dir: "startorder/ok/namespaces", right: true, run: ordernamespaces.Run},
	{dir: "startorder/ok/containers", right: true, run: ordercontainers.Run},
	{dir: "startorder/ok/narrow", right: true, run: ordernarrow.Run},
	{dir: "startorder/ok/unused", right: true, run: orderunused.Run},
	{dir: "startorder/ok/nonblocking", right: true, run: ordernonblocking.Run},
	{dir: "startorder/ok/notastart", right: true, run: ordernotastart.Run},
	{dir: "startorder/ok/embedded", right: true, run: orderembedded.Run},
	{dir: "startorder/ok/starters", right: true, run: orderstarters.Run},
	{dir: "startorder/ok/initializers", right: true, run: orderinitializers.Run},
	{dir: "startorder/ok/firstasked", right: true, run: firstasked.Run},
	{dir: "startorder/ok/lazily", right: true, run: orderlazily.Run},
	{dir: "startorder/ok/joined", right: true, run: orderjoined.Run},
	{dir: "startorder/ok/retried", right: true, run: orderretried.Run},
	{dir: "startorder/ok/runnable", right: true, run: orderrunnable.Run},
	{dir: "startorder/ok/functions", right: true, run: orderfunctions.Run},
	{dir: "startorder/ok/onebyone", right: true, run: orderonebyone.Run},
	{dir: "startorder/ok/once", right: true, run: orderonce.Run},
	{dir: "startorder/ok/commands", right: true, run: ordercommands.Run},
	{dir: "startorder/ok/variables", right: true, run: ordervariables.Run},
	{dir: "startorder/ok/watched", right: true, run: orderwatched.Run},
	{dir: "startorder/ok/whenasked", right: true, run: orderwhenasked.Run},
	{dir: "startorder/ok/optional", right: true, run: orderoptional.Run},
	{dir: "startorder/ok/polling", right: true, run: orderpolling.Run},
	{dir: "startorder/ok/reflection", right: true, run: orderreflection.Run},
	{dir: "startorder/ok/replaced", right: true, run: orderreplaced.Run},
	{dir: "startorder/ok/resources", right: true, run: onDynamic(orderresources.Run)},
	{dir: "startorder/ok/sameresource", right: true, run: ordersameresource.Run},
	{dir: "startorder/ok/single", right: true, run: ordersingle.Run},
	{dir: "startorder/ok/slice", right: true, run: orderslice.Run},
	{dir: "startorder/ok/slices", right: true, run: orderslices.Run},
	{dir: "startorder/ok/some", right: true, run: ordersome.Run},
	{dir: "startorder/ok/tree", right: true, run: ordertree.Run},
	{dir: "startorder/ok/twins", right: true, run: twins.Run},
	{dir: "startorder/ok/ordered", right: true, run: ordered.Run},
	{dir: "startorder/ok/restarts", right: true, run: restarts.Run},
	{dir: "startorder/ok/rounds", right: true, run: orderrounds.Run},
	{dir: "startorder/ok/ticker", right: true, run: orderticker.Run},
	{dir: "startorder/ok/twofactories", right: true, run: ordertwofactories.Run},
	{dir: "latesetup/ok/again", right: true, run: lateagain.Run},
	{dir: "latesetup/ok/checked", right: true, run: latechecked.Run},
	{dir: "latesetup/ok/goroutinewaits", right: true, run: lategoroutinewaits.Run},
	{dir: "latesetup/ok/indexers", right: true, run: lateindexers.Run},
	{dir: "latesetup/ok/intime", right: true, run: lateintime.Run},
	{dir: "latesetup/ok/otherfactory", right: true, run: lateotherfactory.Run},
	{dir: "latesetup/ok/received", right: true, run: latereceived.Run},
	{dir: "latesetup/ok/registered", right: true, run: lateregistered.Run},
	{dir: "latesetup/ok/registeredlater", right: true, run: lateregisteredlater.Run},
	{dir: "latesetup/ok/sometimes", right: true, run: latesometimes.Run},
	{dir: "goroutinestart/redundant", right: true, run: racesredundant.Run},

	{dir: "syncwait/beforestart", run: waitbeforestart.Run},
	{dir: "syncwait/exclusive", run: waitexclusive.Run},
	{dir: "syncwait/cloned", run: waitcloned.Run, late: time.Second},
	{dir: "syncwait/correlated", run: waitcorrelated.Run},
	{dir: "syncwait/blocks", run: waitblocks.Run},
	{dir: "syncwait/byhand", run: waitbyhand.Run},
	{dir: "syncwait/duplicate", run: waitduplicate.Run},
	{dir: "syncwait/elsewhere", run: waitelsewhere.Run, late: time.Second},
	{dir: "syncwait/extended", run: waitextended.Run, late: time.Second},
	{dir: "syncwait/factories", run: waitfactories.Run, late: time.Second},
	{dir: "syncwait/forgotten", run: waitforgotten.Run, late: time.Second},
	{dir: "syncwait/handler", run: waithandler.Run, late: time.Second},
	{dir: "syncwait/kept", run: waitkept.Run, late: time.Second},
	{dir: "syncwait/limited", run: waitlimited.Run, late: time.Second},
	{dir: "syncwait/logged", run: waitlogged.Run},
	{dir: "syncwait/nested", run: waitnested.Run, late: time.Second},
	{dir: "syncwait/nothing", run: waitnothing.Run},
	{dir: "syncwait/nowait", run: waitnowait.Run, late: time.Second},
	{dir: "syncwait/once", run: waitonce.Run, late: time.Second},
	{dir: "syncwait/optional", run: func(ctx context.Context, client kubernetes.Interface) (int, error) {
		found := make(chan int, 1)
		go waitoptional.New(client, true, found).Run(ctx)
		select {
		case n := <-found:
			return n, nil
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}, late: time.Second},
	{dir: "syncwait/phased", run: waitphased.Run},
	{dir: "syncwait/aside", run: waitaside.Run},
	{dir: "syncwait/phases", run: waitphases.Run},
	{dir: "syncwait/synced", run: waitsynced.Run},
	{dir: "syncwait/queue", run: waitqueue.Run},
	{dir: "syncwait/read", run: waitread.Run},
	{dir: "syncwait/received", run: func(ctx context.Context, client kubernetes.Interface) (int, error) {
		pods := informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Informer()
		go pods.Run(ctx.Done())
		return waitreceived.Count(ctx, pods)
	}},
	{dir: "syncwait/partial", late: time.Second, run: func(ctx context.Context, client kubernetes.Interface) (int, error) {
		factory := informers.NewSharedInformerFactory(client, 0)
		core := factory.Core().V1()
		pods, services, nodes := core.Pods(), core.Services(), core.Nodes()
		for _, i := range []cache.SharedIndexInformer{pods.Informer(), services.Informer(), nodes.Informer()} {
			go i.Run(ctx.Done())
		}
		return waitpartial.Count(ctx, pods, services, nodes)
	}},
	{dir: "syncwait/repeated", run: waitrepeated.Run, late: time.Second},
	{dir: "syncwait/several", run: waitseveral.Run, late: time.Second},
	{dir: "syncwait/sibling", run: waitsibling.Run, late: time.Second},
	{dir: "syncwait/unchecked", right: true, run: waitunchecked.Run},
	{dir: "syncwait/mistaken", run: waitmistaken.Run, late: time.Second},
	{dir: "syncwait/unfilled", run: waitunfilled.Run},
	{dir: "syncwait/watched", run: waitwatched.Run, late: time.Second},
	{dir: "syncwait/worker", run: waitworker.Run},
	{dir: "syncwait/wrapped/appended", run: waitappended.Run, late: time.Second},
	{dir: "syncwait/wrapped/binder", run: waitbinder.Run, late: time.Second},
	{dir: "syncwait/wrapped/blocking", run: waitblocking.Run},
	{dir: "syncwait/wrapped/crew", run: waitcrew.Run, late: time.Second},
	{dir: "syncwait/wrapped/filler", run: waitfiller.Run},
	{dir: "syncwait/wrapped/locals", run: waitlocals.Run},
	{dir: "syncwait/wrapped/locator", run: waitlocator.Run},
	{dir: "syncwait/wrapped/manager", run: waitmanager.Run},
	{dir: "syncwait/wrapped/poller", run: waitpoller.Run},
	{dir: "syncwait/wrapped/receiver", late: time.Second, run: func(ctx context.Context, client kubernetes.Interface) (int, error) {
		return waitreceiver.New(client).Count(ctx)
	}},
	{dir: "syncwait/wrapped/roster", run: waitroster.Run},
	{dir: "syncwait/wrapped/stores", run: waitstores.Run, late: time.Second},
	{dir: "syncwait/wrapped/watcher", run: waitwatcher.Run},
	{dir: "syncwait/ok/again", right: true, run: waitokagain.Run},
	{dir: "syncwait/ok/aggregated", right: true, run: waitokaggregated.Run},
	{dir: "syncwait/ok/byfactory", right: true, run: waitokbyfactory.Run},
	{dir: "syncwait/ok/byhand", right: true, run: waitokbyhand.Run},
	{dir: "syncwait/ok/chosen", right: true, run: waitokchosen.Run},
	{dir: "syncwait/ok/elsewhere", right: true, run: waitokelsewhere.Run, late: time.Second},
	{dir: "syncwait/ok/samename", right: true, run: waitoksamename.Run, late: time.Second},
	{dir: "syncwait/ok/filled", right: true, run: waitokfilled.Run},
	{dir: "syncwait/ok/inturn", right: true, run: waitokinturn.Run},
	{dir: "syncwait/ok/partial", right: true, late: time.Second, run: func(ctx context.Context, client kubernetes.Interface) (int, error) {
		factory := informers.NewSharedInformerFactory(client, 0)
		core := factory.Core().V1()
		pods, services, nodes := core.Pods(), core.Services(), core.Nodes()
		pods.Informer()
		services.Informer()
		nodes.Informer()
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done())
		return waitokpartial.Count(ctx, pods, services, nodes)
	}},
	{dir: "syncwait/ok/phases", right: true, run: waitokphases.Run},
	{dir: "syncwait/ok/extended", right: true, run: waitokextended.Run},
	{dir: "syncwait/ok/factories", right: true, run: waitokfactories.Run, late: time.Second},
	{dir: "syncwait/ok/healing", right: true, run: waitokhealing.Run},
	{dir: "syncwait/ok/inside", right: true, run: waitokinside.Run},
	{dir: "syncwait/ok/lifecycle", right: true, run: waitoklifecycle.Run},
	{dir: "syncwait/ok/needless", right: true, run: waitokneedless.Run},
	{dir: "syncwait/ok/live", right: true, run: waitoklive.Run},
	{dir: "syncwait/ok/optional", right: true, run: func(ctx context.Context, client kubernetes.Interface) (int, error) {
		found := make(chan int, 1)
		go waitokoptional.New(client, true, found).Run(ctx)
		select {
		case n := <-found:
			return n, nil
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}},
	{dir: "syncwait/ok/logged", right: true, run: waitoklogged.Run},
	{dir: "syncwait/ok/caller", right: true, run: waitokcaller.Run},
	{dir: "syncwait/ok/kept", right: true, run: waitokkept.Run, late: time.Second},
	{dir: "syncwait/ok/nested", right: true, run: waitoknested.Run, late: time.Second},
	{dir: "syncwait/ok/outside", right: true, run: waitokoutside.Run},
	{dir: "syncwait/ok/ownwork", right: true, run: waitokownwork.Run},
	{dir: "syncwait/ok/periodically", right: true, run: waitokperiodically.Run},
	{dir: "syncwait/ok/polled", right: true, run: waitokpolled.Run},
	{dir: "syncwait/ok/pollsibling", right: true, run: waitokpollsibling.Run},
	{dir: "syncwait/ok/queued", right: true, run: waitokqueued.Run},
	{dir: "syncwait/ok/received", right: true, run: waitokreceived.Run},
	{dir: "syncwait/ok/receiver", right: true, run: waitokreceiver.Run},
	{dir: "syncwait/ok/registration", right: true, run: waitokregistration.Run},
	{dir: "syncwait/ok/requeued", right: true, run: waitokrequeued.Run, late: time.Second},
	{dir: "syncwait/ok/repeated", right: true, run: waitokrepeated.Run},
	{dir: "syncwait/ok/retried", right: true, run: waitokretried.Run},
	{dir: "syncwait/ok/sibling", right: true, run: waitoksibling.Run},
	{dir: "syncwait/ok/superfluous", right: true, run: waitoksuperfluous.Run},
	{dir: "syncwait/ok/told", right: true, run: waitoktold.Run, late: time.Second},
	{dir: "syncwait/ok/twice", right: true, run: waitoktwice.Run},
	{dir: "syncwait/ok/watched", right: true, run: waitokwatched.Run, late: time.Second},
}

func onDynamic(run func(context.Context, dynamic.Interface) (int, error)) func(context.Context, kubernetes.Interface) (int, error) {
	return func(ctx context.Context, _ kubernetes.Interface) (int, error) {
		return run(ctx, dynamicfake.NewSimpleDynamicClient(scheme.Scheme, cluster()...))
	}
}

// cluster holds one object of each kind that the programs look at.
func cluster() []apiruntime.Object {
	meta := metav1.ObjectMeta{Namespace: "shop", Name: "till"}
	return []apiruntime.Object{
		&corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: "node-1"}},
		&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shop"}},
		&corev1.Pod{ObjectMeta: meta},
		&corev1.Service{ObjectMeta: meta},
		&corev1.Secret{ObjectMeta: meta},
		&corev1.ConfigMap{ObjectMeta: meta},
		&appsv1.Deployment{ObjectMeta: meta},
	}
}
