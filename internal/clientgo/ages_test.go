package clientgo

import (
	"go/token"
	"go/types"
	"testing"
)

func TestAges(t *testing.T) {
	for _, test := range []struct {
		path, typ string
		want      bool
	}{
		{"github.com/hashicorp/golang-lru/v2", "Cache", true},
		{"github.com/hashicorp/golang-lru/v2/simplelru", "LRU", true},
		{"k8s.io/utils/lru", "Cache", true},
		{"github.com/jellydator/ttlcache/v3", "Cache", true},
		{"example.com/agent/vendor/github.com/patrickmn/go-cache", "Cache", true},
		{"github.com/maypok86/otter/v2", "Cache", true},
		{"k8s.io/apimachinery/pkg/util/cache", "Expiring", true},
		{"example.com/agent", "TTLCache", true},
		{"example.com/agent", "podLRU", true},
		{"example.com/agent", "lruCache", true},
		{"example.com/agent", "ExpiringMap", true},
		{"example.com/agent/expiring_map", "Map", true},

		{"example.com/throttle", "Store", false},
		{"example.com/agent", "Throttler", false},
		{"example.com/agent", "AllRules", false},
		{"example.com/allrules", "Store", false},
		{"example.com/potter", "Wheel", false},
		{"example.com/otter-agent", "Store", false}, // a project that has the animal's name
		{"k8s.io/client-go/tools/cache", "Store", false},
	} {
		pkg := types.NewPackage(test.path, "p")
		named := types.NewNamed(types.NewTypeName(token.NoPos, pkg, test.typ, nil), types.NewStruct(nil, nil), nil)
		recv := types.NewVar(token.NoPos, pkg, "s", types.NewPointer(named))
		fn := types.NewFunc(token.NoPos, pkg, "Set", types.NewSignatureType(recv, nil, nil, nil, nil, false))
		if got := Ages(fn); got != test.want {
			t.Errorf("%s.%s: got %t, want %t", test.path, test.typ, got, test.want)
		}
	}
}
