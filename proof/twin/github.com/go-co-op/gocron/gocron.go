// Package gocron is the twin of github.com/go-co-op/gocron: jobs without arguments, at
// intervals whose length means nothing.
package gocron

import (
	"github.com/informerlint/informerlint/proof/twin/time"
	"github.com/informerlint/informerlint/proof/twin/world"
	"github.com/informerlint/informerlint/reference/sched"
)

// A Scheduler is gocron.Scheduler.
type Scheduler struct{ jobs []*Job }

// A Job is gocron.Job.
type Job struct{ f func() }

// NewScheduler returns a scheduler.
func NewScheduler(*time.Location) *Scheduler { return &Scheduler{} }

// Every begins a job, Hour says in which unit.
func (s *Scheduler) Every(int) *Scheduler { return s }
func (s *Scheduler) Hour() *Scheduler     { return s }

// Do says what the job does.
func (s *Scheduler) Do(f any, args ...any) (*Job, error) {
	run, ok := f.(func())
	if !ok || len(args) > 0 {
		world.Unsupported("a job with arguments")
	}
	j := &Job{run}
	s.jobs = append(s.jobs, j)
	return j, nil
}

// StartAsync runs each job at once, in a goroutine of its own, and again after
// each interval.
func (s *Scheduler) StartAsync() {
	for _, j := range s.jobs {
		sched.Daemon("scheduler", func() {
			for {
				sched.Daemon("job", j.f)
				if !world.Pause(nil) {
					return
				}
			}
		})
	}
}
