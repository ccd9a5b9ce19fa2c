package main

import (
	"sort"
	"strconv"
	"time"
)

// The results of one connection.
type tally struct {
	latencies []time.Duration // of responses with status 200
	bytes     int64
	statuses  map[string]int
}

// Adds a response. The latency begins when the request was due.
func (t *tally) add(reply response, due time.Time) {
	if reply.err == nil && reply.status == 200 {
		t.latencies = append(t.latencies, time.Since(due))
		t.bytes += int64(reply.bytes)
		return
	}
	if t.statuses == nil {
		t.statuses = map[string]int{}
	}
	if reply.err != nil {
		t.statuses["no response"]++
	} else {
		t.statuses[strconv.Itoa(reply.status)]++
	}
}

// Returns the figures of all connections together.
func summary(tallies []tally, seconds, deadline float64) map[string]interface{} {
	var all []time.Duration
	failed, bytes := map[string]int{}, int64(0)
	for _, t := range tallies {
		all = append(all, t.latencies...)
		bytes += t.bytes
		for status, count := range t.statuses {
			failed[status] += count
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i] < all[j] })
	report := map[string]interface{}{
		"ok": len(all), "failed": failed, "seconds": seconds, "rps": float64(len(all)) / seconds,
	}
	if len(all) == 0 {
		return report
	}
	milliseconds := func(share float64) float64 {
		place := int(share * float64(len(all)))
		if place >= len(all) {
			place = len(all) - 1
		}
		return float64(all[place]) / 1e6
	}
	limit := time.Duration(deadline * 1e9)
	report["good_per_s"] = float64(sort.Search(len(all), func(i int) bool { return all[i] > limit })) / seconds
	report["bytes"] = bytes / int64(len(all))
	report["p50_ms"], report["p99_ms"], report["max_ms"] = milliseconds(0.5), milliseconds(0.99), milliseconds(1)
	return report
}
