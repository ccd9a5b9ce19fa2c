// The load generator: sends requests of many accounts over kept connections, and prints a line of JSON.
//
//	load -port PORT -accounts FILE -endpoint profile -mode closed -connections 32 -seconds 5
//
// The file has a line for each account: its token, its id and its network address, separated by spaces.
//
// Modes:
//   - closed: each connection sends its next request when its response has arrived.
//   - rate: -rate requests per second, at fixed times. A latency begins at the time at which the request was due.
//   - overload: like rate, but a request without a free connection is dropped. A response counts as good if it arrives
//     within -deadline seconds of the time at which its request was due.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

var (
	port        = flag.Int("port", 0, "the port on 127.0.0.1")
	file        = flag.String("accounts", "", "the file of accounts")
	limit       = flag.Int("people", 0, "the number of accounts that send requests; 0 for all")
	endpoint    = flag.String("endpoint", "profile", "profile, suggestions, meetups or poke")
	mode        = flag.String("mode", "closed", "closed, rate or overload")
	connections = flag.Int("connections", 32, "the number of connections")
	seconds     = flag.Float64("seconds", 5, "the duration")
	rate        = flag.Float64("rate", 0, "the requests per second")
	first       = flag.Int64("first", 0, "the number of the first request")
	count       = flag.Int64("count", 0, "the maximum number of requests; 0 for no limit")
	deadline    = flag.Float64("deadline", 1, "the seconds within which a response of an overloaded server counts")
)

// A run of the generator.
type run struct {
	source *source
	next   int64 // the number of the next request, shared by all connections
	start  time.Time
	end    time.Time
}

// Takes the number of the next request. It is false if no request is left, or if the time is over.
func (r *run) take() (int64, bool) {
	number := atomic.AddInt64(&r.next, 1) - 1
	return number, r.source.has(number) && time.Now().Before(r.end)
}

func (r *run) closed(result *tally) {
	client := newClient(*port)
	defer client.close()
	for {
		number, ok := r.take()
		if !ok {
			return
		}
		due := time.Now()
		result.add(client.send(r.source.request(number), patience), due)
	}
}

// Sends the requests whose times belong to one connection.
func (r *run) paced(place int, result *tally) {
	client := newClient(*port)
	defer client.close()
	for step := place; ; step += *connections {
		due := r.start.Add(time.Duration(float64(step) / *rate * 1e9))
		if !due.Before(r.end) {
			return
		}
		time.Sleep(time.Until(due))
		number := atomic.AddInt64(&r.next, 1) - 1
		if !r.source.has(number) {
			return
		}
		result.add(client.send(r.source.request(number), patience), due)
	}
}

// Sends the requests that the dispatcher hands over.
func (r *run) overloaded(due <-chan time.Time, result *tally) {
	client := newClient(*port)
	defer client.close()
	patience := time.Duration(*deadline * 1e9)
	for at := range due {
		number := atomic.AddInt64(&r.next, 1) - 1
		if !r.source.has(number) {
			return
		}
		reply := client.send(r.source.request(number), patience)
		// A response after the end belongs to a time in which no more requests arrive.
		if time.Now().Before(r.end) {
			result.add(reply, at)
		}
	}
}

// Hands over each request at its time. Returns the number of requests without a free connection.
func (r *run) dispatch(due chan<- time.Time) (dropped int64) {
	defer close(due)
	for step := int64(0); ; {
		now := time.Now()
		if !now.Before(r.end) {
			return
		}
		for last := int64(now.Sub(r.start).Seconds() * *rate); step < last; step++ {
			select {
			case due <- r.start.Add(time.Duration(float64(step) / *rate * 1e9)):
			default:
				dropped++
			}
		}
		time.Sleep(time.Millisecond)
	}
}

func main() {
	flag.Parse()
	source, err := newSource(*endpoint, *file, *limit)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if last := *first + *count; *count > 0 && last < source.capacity {
		source.capacity = last
	}
	runtime.GOMAXPROCS(runtime.NumCPU())
	start := time.Now()
	r := &run{source: source, next: *first, start: start, end: start.Add(time.Duration(*seconds * 1e9))}
	tallies := make([]tally, *connections)
	due := make(chan time.Time)
	var group sync.WaitGroup
	for place := range tallies {
		group.Add(1)
		go func(place int) {
			defer group.Done()
			switch *mode {
			case "rate":
				r.paced(place, &tallies[place])
			case "overload":
				r.overloaded(due, &tallies[place])
			default:
				r.closed(&tallies[place])
			}
		}(place)
	}
	var dropped int64
	if *mode == "overload" {
		dropped = r.dispatch(due)
	}
	group.Wait()
	elapsed := time.Since(start)
	if *mode == "overload" {
		elapsed = r.end.Sub(r.start)
	}
	report := summary(tallies, elapsed.Seconds(), *deadline)
	report["next"], report["dropped"] = atomic.LoadInt64(&r.next), dropped
	report["generator_cpu_s"] = processorSeconds()
	if err := json.NewEncoder(os.Stdout).Encode(report); err != nil {
		os.Exit(1)
	}
}

// The processor time of this process, which the server cannot use.
func processorSeconds() float64 {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	seconds := func(time syscall.Timeval) float64 { return float64(time.Sec) + float64(time.Usec)/1e6 }
	return seconds(usage.Utime) + seconds(usage.Stime)
}
