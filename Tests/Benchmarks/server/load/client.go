package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"strconv"
	"syscall"
	"time"
)

// The time after which a request without a response has failed.
const patience = 20 * time.Second

// A response, without its body.
type response struct {
	status int
	bytes  int // of the body
	err    error
}

// A client of HTTP/1.1 with one connection, which it opens again after the server has closed it.
type client struct {
	address    string
	connection net.Conn
	reader     *bufio.Reader
}

func newClient(port int) *client {
	return &client{address: "127.0.0.1:" + strconv.Itoa(port), reader: bufio.NewReaderSize(nil, 16<<10)}
}

func (c *client) close() {
	if c.connection != nil {
		c.connection.Close()
		c.connection = nil
	}
}

// Sends a request, and reads its response.
//
// A server may close a kept connection just when the next request is sent. So the first failure on a connection that
// has been used is repeated once on a new connection.
func (c *client) send(request []byte, patience time.Duration) response {
	isKept := c.connection != nil
	reply := c.exchange(request, patience)
	if isKept && isClosed(reply.err) {
		reply = c.exchange(request, patience)
	}
	return reply
}

// Whether the server had closed the connection.
func isClosed(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

func (c *client) exchange(request []byte, patience time.Duration) (reply response) {
	defer func() {
		if reply.err != nil {
			c.close()
		}
	}()
	if c.connection == nil {
		connection, err := net.DialTimeout("tcp", c.address, patience)
		if err != nil {
			return response{err: err}
		}
		c.connection = connection
		c.reader.Reset(connection)
	}
	if err := c.connection.SetDeadline(time.Now().Add(patience)); err != nil {
		return response{err: err}
	}
	if _, err := c.connection.Write(request); err != nil {
		return response{err: err}
	}
	return c.read()
}

var (
	errMalformed   = errors.New("malformed response")
	lengthField    = []byte("content-length")
	closeField     = []byte("connection")
	chunkedField   = []byte("transfer-encoding")
	closeDirective = []byte("close")
)

// Reads a response with a Content-Length.
func (c *client) read() response {
	line, err := c.reader.ReadSlice('\n')
	if err != nil {
		return response{err: err}
	}
	if len(line) < 12 || !bytes.HasPrefix(line, []byte("HTTP/1.1 ")) {
		return response{err: errMalformed}
	}
	status, err := strconv.Atoi(string(line[9:12]))
	if err != nil {
		return response{err: errMalformed}
	}
	length, closes := 0, false
	for {
		line, err := c.reader.ReadSlice('\n')
		if err != nil {
			return response{err: err}
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			break
		}
		colon := bytes.IndexByte(line, ':')
		if colon < 0 {
			return response{err: errMalformed}
		}
		name, value := line[:colon], bytes.TrimSpace(line[colon+1:])
		switch {
		case bytes.EqualFold(name, lengthField):
			if length, err = strconv.Atoi(string(value)); err != nil {
				return response{err: errMalformed}
			}
		case bytes.EqualFold(name, closeField):
			closes = bytes.EqualFold(value, closeDirective)
		case bytes.EqualFold(name, chunkedField):
			return response{err: errMalformed}
		}
	}
	if _, err := c.reader.Discard(length); err != nil {
		return response{err: err}
	}
	if closes {
		c.close()
	}
	return response{status: status, bytes: length}
}
