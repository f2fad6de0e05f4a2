package clientgo

import (
	"go/types"
	"slices"
	"strings"
)

// gocron is a scheduler (v1.37) that runs each job at once when it is started, unless it
// is told to wait: that is not in the lists below.
const (
	gocron    = "github.com/go-co-op/gocron."
	scheduler = "(*" + gocron + "Scheduler)."
)

// JobMethod returns which method of gocron's scheduler a function is; "" if none.
func JobMethod(fn *types.Func) string {
	name, is := strings.CutPrefix(FuncName(fn), scheduler)
	if !is {
		return ""
	}
	return name
}

// MakesScheduler reports whether a function makes a scheduler of gocron.
func MakesScheduler(fn *types.Func) bool { return FuncName(fn) == gocron+"NewScheduler" }

// BeginsJobs reports whether a method starts a scheduler and returns.
func BeginsJobs(fn *types.Func) bool { return JobMethod(fn) == "StartAsync" }

// SeldomUnit reports whether a method says that a job runs every so many minutes or
// hours.
func SeldomUnit(fn *types.Func) bool {
	return slices.Contains([]string{"Minute", "Minutes", "Hour", "Hours"}, JobMethod(fn))
}

// Schedules reports whether a method returns its scheduler, told no more of a job than
// how often it runs and what it is called.
func Schedules(fn *types.Func) bool {
	return SeldomUnit(fn) || slices.Contains([]string{"Every", "Tag", "Name", "SingletonMode"}, JobMethod(fn))
}
