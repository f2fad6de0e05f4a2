package main

func explain(s streams, args []string) int { return exitTrouble }
func list(s streams, args []string) int    { return exitTrouble }
