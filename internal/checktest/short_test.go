//go:build !full

package checktest_test

// full says whether the tests have the build tag of that name.
const full = false
