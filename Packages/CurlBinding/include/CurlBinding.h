/// What OrbitKit uses of the libcurl that the system brings, found when the program runs: neither its headers nor its
/// development package are needed to build. Empty on platforms other than Linux.
#ifndef CURL_BINDING_H
#define CURL_BINDING_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

#include "Sockets.h"

/// One request, as libcurl takes it. Pointers must live until the transfer is over.
typedef struct {
    const char *url;
    const char *method;
    /// The response has no body.
    int is_head;
    /// Sent with `Content-Length`, even if it is 0.
    int has_body;
    int64_t body_length;
    /// Whether libcurl may send the body again by itself when a kept connection turns out to be dead.
    int is_repeatable;
    /// Kept connections are not used.
    int needs_new_connection;
    /// The request goes to this machine in the clear, and so to no proxy.
    int is_local;
    /// The largest body taken by its `Content-Length`; 0 for any.
    int64_t byte_limit;
    /// 0 for none.
    long total_milliseconds;
    long connect_milliseconds;
    /// How long less than a byte a second may come.
    long idle_seconds;
    /// Receives at least 256 bytes of text.
    char *message;
    void *context;
    /// Each returns the number of bytes taken; anything else ends the transfer.
    size_t (*on_header)(const char *bytes, size_t size, size_t count, void *context);
    size_t (*on_body)(const char *bytes, size_t size, size_t count, void *context);
    /// Fills the buffer, and returns how much is in it.
    size_t (*on_upload)(char *buffer, size_t size, size_t count, void *context);
} curl_binding_request;

/// What `on_body` returns to be called again with the same bytes after ``curl_binding_resume``.
enum { CURL_BINDING_PAUSE = 0x10000001 };

/// Finds libcurl 7.68 or later and initializes it, once. Returns 0 if there is none.
int curl_binding_load(void);

/// Whether this process is a fork of the one that loaded: libcurl's threads and connections are the parent's.
int curl_binding_is_forked(void);

/// Runs `body` on a thread of its own, on which no signal is delivered. Returns 0 if there is none to be had.
int curl_binding_start_thread(void (*body)(void *context), void *context);

/// Between these two the process does not tear libcurl down. `enter` does not return once it does.
void curl_binding_enter(void);
void curl_binding_leave(void);

void *curl_binding_make_multi(void);
void curl_binding_destroy_multi(void *multi);
void curl_binding_perform(void *multi);
/// Waits for sockets, a timer or a wake-up.
void curl_binding_wait(void *multi, int milliseconds);
/// From any thread.
void curl_binding_wake(void *multi);
/// What ends a transfer, before anything is sent, whose kept connection holds what nobody has asked for: a CURLcode.
enum { CURL_BINDING_UNCLEAN = 42 };

/// The next transfer that is over, and its CURLcode; null if there is none.
void *curl_binding_next_done(void *multi, int *code);

void *curl_binding_make_easy(void);
void curl_binding_destroy_easy(void *easy);
/// Begins a transfer. `fields` are `count` lines. Returns the list to free with ``curl_binding_remove``; null if it
/// cannot begin.
void *curl_binding_add(
    void *multi, void *easy, const curl_binding_request *request, const char *const *fields, size_t count);
/// Ends a transfer, over or not, and makes its handle ready for another.
void curl_binding_remove(void *multi, void *easy, void *list);
void curl_binding_resume(void *easy);
/// From now on only the idle time is limited.
void curl_binding_end_total_timeout(void *easy);

/// Whether there is a zlib, which libcurl brings along.
int curl_binding_can_unpack(void);

enum { CURL_BINDING_UNPACKED = 0, CURL_BINDING_BROKEN = 1, CURL_BINDING_REFUSED = 2 };

/// Unpacks gzip (RFC 1952): one member or several, and nothing behind them. What it holds goes piece by piece to
/// `take`, which returns 0 to refuse it. Returns one of the three above.
int curl_binding_unpack(
    const unsigned char *bytes, size_t count, int (*take)(const unsigned char *piece, size_t count, void *context),
    void *context);

#endif
#endif
