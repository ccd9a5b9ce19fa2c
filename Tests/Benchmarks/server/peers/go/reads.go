package main

import (
	"database/sql"
	"net/http"
	"strconv"
	"strings"
	"time"
)

func (s *server) readProfile(caller person, w http.ResponseWriter, r *http.Request) ([]byte, error) {
	var own []byte
	var version int
	if err := s.own.QueryRow(caller.id).Scan(&own, &version); err != nil {
		return nil, err
	}
	tag := `"` + caller.id + "-" + strconv.Itoa(version) + `"`
	w.Header().Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		return nil, nil
	}
	return s.success(caller, own)
}

func (s *server) readSuggestions(caller person, w http.ResponseWriter, r *http.Request) ([]byte, error) {
	start, _ := strconv.Atoi(r.URL.Query().Get("cursor"))
	rows, err := s.people.Query(caller.id, start, page)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	today := time.Now().UTC().Format("2006-01-02")
	data := make([]byte, 0, 32<<10)
	data = append(data, `{"date":"`+today+`","ends_at":"`+today+`T23:59:59Z","next_cursor":"`...)
	data = strconv.AppendInt(data, int64(start+page), 10)
	data = append(data, `","profiles":[`...)
	for count := 0; rows.Next(); count++ {
		var shown, compatibility sql.RawBytes
		if err := rows.Scan(&shown, &compatibility); err != nil {
			return nil, err
		}
		if count > 0 {
			data = append(data, ',')
		}
		data = append(data, shown[:len(shown)-1]...)
		data = append(data, `,"compatibility":`...)
		data = append(data, compatibility...)
		data = append(data, '}')
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return s.success(caller, append(data, "]}"...))
}

func (s *server) readMeetups(caller person, w http.ResponseWriter, r *http.Request) ([]byte, error) {
	after, err := strconv.ParseFloat(r.URL.Query().Get("cursor"), 64)
	if err != nil {
		after = seconds(time.Now())
	}
	rows, err := s.meetups.Query(caller.id, caller.campus, after, page)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	data := append(make([]byte, 0, 32<<10), `{"meetups":[`...)
	count, last := 0, 0.0
	for ; rows.Next(); count++ {
		var shown, content sql.RawBytes
		var standing sql.NullString
		if err := rows.Scan(&shown, &content, &standing, &last); err != nil {
			return nil, err
		}
		text := string(content)
		if standing.Valid {
			text = strings.Replace(text, `"standing":"none"`, `"standing":"`+standing.String+`"`, 1)
		}
		if count > 0 {
			data = append(data, ',')
		}
		data = append(data, `{"host":`...)
		data = append(data, shown...)
		data = append(data, ',')
		data = append(data, text[1:]...)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	data = append(data, ']')
	if count == page {
		data = append(data, `,"next_cursor":"`+strconv.FormatFloat(last, 'f', -1, 64)+`"`...)
	}
	return s.success(caller, append(data, '}'))
}
