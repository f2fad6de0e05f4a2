//go:build full

package checktest_test

const full = true
