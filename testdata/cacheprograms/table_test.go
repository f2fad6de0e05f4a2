// This file has the table of the programs.

package cacheprograms

import (
	"context"
	"strings"

	"example.com/informers/cachemutation/accessor"
	"example.com/informers/cachemutation/added"
	"example.com/informers/cachemutation/alias"
	"example.com/informers/cachemutation/atend"
	"example.com/informers/cachemutation/borrowed"
	"example.com/informers/cachemutation/branch"
	"example.com/informers/cachemutation/byindex"
	"example.com/informers/cachemutation/callback"
	"example.com/informers/cachemutation/collected"
	"example.com/informers/cachemutation/conditions"
	"example.com/informers/cachemutation/containers"
	"example.com/informers/cachemutation/content"
	"example.com/informers/cachemutation/decoded"
	"example.com/informers/cachemutation/defaults"
	baddynamic "example.com/informers/cachemutation/dynamic"
	"example.com/informers/cachemutation/elements"
	"example.com/informers/cachemutation/env"
	"example.com/informers/cachemutation/fallback"
	"example.com/informers/cachemutation/finalizers"
	"example.com/informers/cachemutation/generic"
	"example.com/informers/cachemutation/getters"
	"example.com/informers/cachemutation/handlertype"
	"example.com/informers/cachemutation/helper"
	"example.com/informers/cachemutation/indexed"
	"example.com/informers/cachemutation/inplace"
	"example.com/informers/cachemutation/keyed"
	"example.com/informers/cachemutation/labels"
	"example.com/informers/cachemutation/latecopy"
	"example.com/informers/cachemutation/marked"
	"example.com/informers/cachemutation/metadata"
	"example.com/informers/cachemutation/method"
	"example.com/informers/cachemutation/methodvalue"
	"example.com/informers/cachemutation/mixed"
	"example.com/informers/cachemutation/nilmap"
	"example.com/informers/cachemutation/nocopy"
	"example.com/informers/cachemutation/noted"
	okaccessor "example.com/informers/cachemutation/ok/accessor"
	"example.com/informers/cachemutation/ok/asked"
	okatend "example.com/informers/cachemutation/ok/atend"
	okcallback "example.com/informers/cachemutation/ok/callback"
	"example.com/informers/cachemutation/ok/callercopy"
	"example.com/informers/cachemutation/ok/changed"
	"example.com/informers/cachemutation/ok/chosencopies"
	"example.com/informers/cachemutation/ok/clonedmap"
	"example.com/informers/cachemutation/ok/clonedslice"
	"example.com/informers/cachemutation/ok/copies"
	"example.com/informers/cachemutation/ok/created"
	"example.com/informers/cachemutation/ok/deferred"
	"example.com/informers/cachemutation/ok/deleted"
	"example.com/informers/cachemutation/ok/element"
	okelements "example.com/informers/cachemutation/ok/elements"
	"example.com/informers/cachemutation/ok/elsewhere"
	"example.com/informers/cachemutation/ok/firstwrite"
	"example.com/informers/cachemutation/ok/flag"
	"example.com/informers/cachemutation/ok/fromserver"
	okgeneric "example.com/informers/cachemutation/ok/generic"
	"example.com/informers/cachemutation/ok/getlabels"
	okhandlers "example.com/informers/cachemutation/ok/handlers"
	"example.com/informers/cachemutation/ok/helpercopy"
	"example.com/informers/cachemutation/ok/ifnotnil"
	"example.com/informers/cachemutation/ok/issorted"
	"example.com/informers/cachemutation/ok/listsorted"
	"example.com/informers/cachemutation/ok/live"
	okmethodvalue "example.com/informers/cachemutation/ok/methodvalue"
	"example.com/informers/cachemutation/ok/nested"
	"example.com/informers/cachemutation/ok/othertype"
	"example.com/informers/cachemutation/ok/overwritten"
	okowner "example.com/informers/cachemutation/ok/owner"
	"example.com/informers/cachemutation/ok/ownlister"
	"example.com/informers/cachemutation/ok/patch"
	"example.com/informers/cachemutation/ok/private"
	"example.com/informers/cachemutation/ok/rangevalue"
	"example.com/informers/cachemutation/ok/readonly"
	"example.com/informers/cachemutation/ok/reassigned"
	"example.com/informers/cachemutation/ok/recovered"
	"example.com/informers/cachemutation/ok/relabelled"
	"example.com/informers/cachemutation/ok/replaced"
	okreplicas "example.com/informers/cachemutation/ok/replicas"
	okretry "example.com/informers/cachemutation/ok/retry"
	"example.com/informers/cachemutation/ok/retrylive"
	"example.com/informers/cachemutation/ok/samecondition"
	"example.com/informers/cachemutation/ok/shallowappend"
	"example.com/informers/cachemutation/ok/shallowfield"
	"example.com/informers/cachemutation/ok/shallowmap"
	"example.com/informers/cachemutation/ok/shuffled"
	okspawned "example.com/informers/cachemutation/ok/spawned"
	"example.com/informers/cachemutation/ok/spec"
	oktagged "example.com/informers/cachemutation/ok/tagged"
	oktemplate "example.com/informers/cachemutation/ok/template"
	"example.com/informers/cachemutation/ok/tounstructured"
	"example.com/informers/cachemutation/ok/transform"
	"example.com/informers/cachemutation/ok/twotypes"
	"example.com/informers/cachemutation/ok/typetest"
	"example.com/informers/cachemutation/old"
	"example.com/informers/cachemutation/owner"
	"example.com/informers/cachemutation/phase"
	"example.com/informers/cachemutation/removed"
	"example.com/informers/cachemutation/replicas"
	"example.com/informers/cachemutation/restored"
	"example.com/informers/cachemutation/retry"
	"example.com/informers/cachemutation/returned"
	"example.com/informers/cachemutation/reused"
	"example.com/informers/cachemutation/setters"
	"example.com/informers/cachemutation/shallow"
	"example.com/informers/cachemutation/sorted"
	"example.com/informers/cachemutation/spawned"
	"example.com/informers/cachemutation/store"
	"example.com/informers/cachemutation/template"
	"example.com/informers/cachemutation/twice"
	"example.com/informers/cachemutation/twonames"
	"example.com/informers/cachemutation/typemeta"
	"example.com/informers/cachemutation/unfinalize"
	"example.com/informers/cachemutation/unlabelled"
	"example.com/informers/cachemutation/updated"
	"example.com/informers/cachemutation/wrapped/defaulted"
	"example.com/informers/cachemutation/wrapped/onnode"
	"example.com/informers/cachemutation/wrapped/pinned"
	"example.com/informers/cachemutation/wrapped/protected"
	"example.com/informers/cachemutation/wrapped/ready"
	"example.com/informers/cachemutation/wrapped/shared"
	"example.com/informers/cachemutation/wrapped/tagged"
)

type runner func(context.Context, *cluster) error

type program struct {
	dir string
	run runner
}

// bad reports whether the program changes what the cache holds.
func (p program) bad() bool { return !strings.Contains(p.dir, "/ok/") }

var programs = []program{
	{"cachemutation/accessor", podKeys(accessor.Sync)},
	{"cachemutation/added", handlers(added.Watch)},
	{"cachemutation/alias", podKeys(alias.Sync)},
	{"cachemutation/atend", podKeys(atend.Sync)},
	{"cachemutation/borrowed", podKeys(borrowed.Sync, "web-0", "bare")},
	{"cachemutation/branch", podKeys(branch.Sync)},
	{"cachemutation/byindex", podInformer(byindex.Run)},
	{"cachemutation/callback", podKeys(callback.Sync)},
	{"cachemutation/collected", podInformer(collected.Run)},
	{"cachemutation/conditions", podKeys(conditions.Sync)},
	{"cachemutation/containers", podKeys(containers.Sync)},
	{"cachemutation/content", dynamicKeys(content.Sync)},
	{"cachemutation/decoded", podKeys(decoded.Sync)},
	{"cachemutation/defaults", podKeys(defaults.Sync)},
	{"cachemutation/dynamic", dynamicKeys(baddynamic.Sync)},
	{"cachemutation/elements", podInformer(elements.Run)},
	{"cachemutation/env", podKeys(env.Sync)},
	{"cachemutation/fallback", podKeys(fallback.Sync, "bare", "missing")},
	{"cachemutation/finalizers", podKeys(finalizers.Sync)},
	{"cachemutation/generic", podKeys(generic.Sync)},
	{"cachemutation/getters", podKeys(getters.Sync)},
	{"cachemutation/handlertype", handlers(handlertype.Watch)},
	{"cachemutation/helper", podKeys(helper.Sync)},
	{"cachemutation/indexed", podInformer(indexed.Run)},
	{"cachemutation/inplace", podKeys(inplace.Sync)},
	{"cachemutation/keyed", podInformer(keyed.Run)},
	{"cachemutation/labels", podKeys(labels.Sync)},
	{"cachemutation/latecopy", podKeys(latecopy.Sync)},
	{"cachemutation/metadata", podKeys(metadata.Sync)},
	{"cachemutation/method", podKeys(method.Sync)},
	{"cachemutation/methodvalue", podKeys(methodvalue.Sync)},
	{"cachemutation/mixed", both(mixed.Run)},
	{"cachemutation/nilmap", podKeys(nilmap.Sync, "bare")},
	{"cachemutation/nocopy", dynamicKeys(nocopy.Sync)},
	{"cachemutation/noted", podKeys(noted.Sync)},
	{"cachemutation/old", handlers(old.Watch)},
	{"cachemutation/owner", podKeys(owner.Sync)},
	{"cachemutation/phase", podKeys(phase.Sync)},
	{"cachemutation/removed", podKeys(removed.Sync)},
	{"cachemutation/replicas", deploymentKeys(replicas.Sync)},
	{"cachemutation/returned", podInformer(returned.Run)},
	{"cachemutation/retry", podKeys(retry.Sync)},
	{"cachemutation/setters", podKeys(setters.Sync)},
	{"cachemutation/shallow", podKeys(shallow.Sync)},
	{"cachemutation/sorted", podKeys(sorted.Sync)},
	{"cachemutation/spawned", podKeys(spawned.Sync)},
	{"cachemutation/store", podInformer(store.Run)},
	{"cachemutation/template", deploymentKeys(template.Sync)},
	{"cachemutation/marked", handlers(marked.Watch)},
	{"cachemutation/restored", handlers(restored.Watch)},
	{"cachemutation/reused", handlers(reused.Watch)},
	{"cachemutation/twice", handlers(twice.Watch)},
	{"cachemutation/twonames", podKeys(twonames.Sync)},
	{"cachemutation/typemeta", podKeys(typemeta.Sync)},
	{"cachemutation/unfinalize", podKeys(unfinalize.Sync)},
	{"cachemutation/unlabelled", dynamicKeys(unlabelled.Sync)},
	{"cachemutation/updated", handlers(updated.Watch)},

	{"cachemutation/wrapped/defaulted", podKeys(defaulted.Sync)},
	{"cachemutation/wrapped/onnode", podInformer(onnode.Run)},
	{"cachemutation/wrapped/pinned", podKeys(pinned.Sync)},
	{"cachemutation/wrapped/protected", podKeys(protected.Sync)},
	{"cachemutation/wrapped/ready", podKeys(ready.Sync)},
	{"cachemutation/wrapped/shared", podKeys(shared.Sync)},
	{"cachemutation/wrapped/tagged", podKeys(tagged.Sync)},

	{"cachemutation/ok/accessor", podKeys(okaccessor.Sync)},
	{"cachemutation/ok/asked", podKeys(asked.Sync)},
	{"cachemutation/ok/atend", podKeys(okatend.Sync)},
	{"cachemutation/ok/callback", podKeys(okcallback.Sync)},
	{"cachemutation/ok/callercopy", podKeys(callercopy.Sync)},
	{"cachemutation/ok/changed", podKeys(changed.Sync)},
	{"cachemutation/ok/chosencopies", podInformer(chosencopies.Run)},
	{"cachemutation/ok/clonedmap", podKeys(clonedmap.Sync)},
	{"cachemutation/ok/clonedslice", podKeys(clonedslice.Sync)},
	{"cachemutation/ok/copies", podInformer(copies.Run)},
	{"cachemutation/ok/created", podKeys(created.Sync, "web-0", "missing")},
	{"cachemutation/ok/deleted", handlers(deleted.Watch)},
	{"cachemutation/ok/deferred", podKeys(deferred.Sync)},
	{"cachemutation/ok/element", podKeys(element.Sync)},
	{"cachemutation/ok/elements", podInformer(okelements.Run)},
	{"cachemutation/ok/elsewhere", podKeys(elsewhere.Sync)},
	{"cachemutation/ok/flag", podKeys(flag.Sync)},
	{"cachemutation/ok/firstwrite", podKeys(firstwrite.Sync)},
	{"cachemutation/ok/fromserver", podInformer(fromserver.Run)},
	{"cachemutation/ok/generic", podKeys(okgeneric.Sync)},
	{"cachemutation/ok/getlabels", dynamicKeys(getlabels.Sync)},
	{"cachemutation/ok/handlers", handlers(okhandlers.Watch)},
	{"cachemutation/ok/helpercopy", podKeys(helpercopy.Sync)},
	{"cachemutation/ok/ifnotnil", podKeys(ifnotnil.Sync, "web-0", "missing")},
	{"cachemutation/ok/issorted", podKeys(issorted.Sync)},
	{"cachemutation/ok/listsorted", podInformer(listsorted.Run)},
	{"cachemutation/ok/live", podKeys(live.Sync)},
	{"cachemutation/ok/methodvalue", podKeys(okmethodvalue.Sync)},
	{"cachemutation/ok/nested", dynamicKeys(nested.Sync)},
	{"cachemutation/ok/othertype", podKeys(othertype.Sync)},
	{"cachemutation/ok/overwritten", podInformer(overwritten.Run)},
	{"cachemutation/ok/owner", podKeys(okowner.Sync)},
	{"cachemutation/ok/ownlister", podKeys(ownlister.Sync)},
	{"cachemutation/ok/patch", podKeys(patch.Sync)},
	{"cachemutation/ok/private", podInformer(private.Run)},
	{"cachemutation/ok/rangevalue", podKeys(rangevalue.Sync)},
	{"cachemutation/ok/readonly", handlers(readonly.Watch)},
	{"cachemutation/ok/reassigned", podKeys(reassigned.Sync, "web-0", "missing")},
	{"cachemutation/ok/recovered", podKeys(recovered.Sync)},
	{"cachemutation/ok/relabelled", podKeys(relabelled.Sync)},
	{"cachemutation/ok/replaced", podInformer(replaced.Run)},
	{"cachemutation/ok/replicas", deploymentKeys(okreplicas.Sync)},
	{"cachemutation/ok/retry", podKeys(okretry.Sync)},
	{"cachemutation/ok/retrylive", podKeys(retrylive.Sync)},
	{"cachemutation/ok/samecondition", podKeys(samecondition.Sync)},
	{"cachemutation/ok/shallowappend", podKeys(shallowappend.Sync)},
	{"cachemutation/ok/shallowfield", podKeys(shallowfield.Sync)},
	{"cachemutation/ok/shallowmap", podKeys(shallowmap.Sync)},
	{"cachemutation/ok/shuffled", podInformer(shuffled.Run)},
	{"cachemutation/ok/spawned", podKeys(okspawned.Sync)},
	{"cachemutation/ok/spec", podKeys(spec.Sync)},
	{"cachemutation/ok/tagged", podKeys(oktagged.Sync)},
	{"cachemutation/ok/template", deploymentKeys(oktemplate.Sync)},
	{"cachemutation/ok/tounstructured", podKeys(tounstructured.Sync)},
	{"cachemutation/ok/transform", ownInformer(transform.Run)},
	{"cachemutation/ok/twotypes", podInformer(twotypes.Run)},
	{"cachemutation/ok/typetest", podInformer(typetest.Run)},
}
