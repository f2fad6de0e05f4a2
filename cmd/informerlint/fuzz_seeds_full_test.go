//go:build full

package main

const seeds = 120
