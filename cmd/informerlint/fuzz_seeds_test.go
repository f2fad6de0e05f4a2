//go:build !full

package main

// seeds are the programs that FuzzPrograms makes without being asked to fuzz.
const seeds = 16
