package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"strings"
)

// The pokes that an account may send in a day.
const pokesPerDay = 10

type account struct {
	token, id, address string
}

// The requests of an endpoint, by their number.
type source struct {
	endpoint string
	accounts []account
	people   int64
	capacity int64 // the number of requests
}

func newSource(endpoint, path string, people int) (*source, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	s := &source{endpoint: endpoint, capacity: math.MaxInt64}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) != 3 {
			return nil, fmt.Errorf("%s: a line has not three words", path)
		}
		s.accounts = append(s.accounts, account{words[0], words[1], words[2]})
	}
	s.people = int64(len(s.accounts))
	if people > 0 && int64(people) < s.people {
		s.people = int64(people)
	}
	if endpoint == "poke" {
		s.capacity = s.people * pokesPerDay
	}
	if s.people < 2*pokesPerDay+1 {
		return nil, fmt.Errorf("%s: too few accounts", path)
	}
	return s, nil
}

func (s *source) has(number int64) bool { return number < s.capacity }

// Returns the bytes of a request. The accounts take turns.
//
// Each poke is sent once. An account pokes its next ten successors, so no two accounts poke each other.
func (s *source) request(number int64) []byte {
	place := number % s.people
	from := s.accounts[place]
	head := " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + from.token + "\r\nX-Forwarded-For: " + from.address
	switch s.endpoint {
	case "profile":
		return []byte("GET /api/users/me" + head + "\r\n\r\n")
	case "suggestions":
		return []byte("GET /api/discover/users" + head + "\r\n\r\n")
	case "meetups":
		return []byte("GET /api/meetups" + head + "\r\n\r\n")
	default:
		to := s.accounts[(place+1+number/s.people)%s.people]
		body := `{"note":"hello","to_user_id":"` + to.id + `"}`
		return []byte(fmt.Sprintf(
			"POST /api/pokes%s\r\nContent-Type: application/json\r\nIdempotency-Key: poke-%d\r\nContent-Length: %d\r\n\r\n%s",
			head, number, len(body), body))
	}
}
