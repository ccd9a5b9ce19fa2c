#if defined(__linux__)

#define _GNU_SOURCE
#include "CurlBinding.h"
#include "Sockets.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

// The numbers below are libcurl's binary interface: they have not changed since the functions exist.
enum {
    OPT_URL = 10002, OPT_PROXY = 10004, OPT_ERRORBUFFER = 10010, OPT_HTTPHEADER = 10023, OPT_CUSTOMREQUEST = 10036,
    OPT_WRITEDATA = 10001, OPT_READDATA = 10009, OPT_HEADERDATA = 10029,
    OPT_WRITEFUNCTION = 20011, OPT_READFUNCTION = 20012, OPT_HEADERFUNCTION = 20079, OPT_SOCKOPTFUNCTION = 20148,
    OPT_SOCKOPTDATA = 10149, OPT_CLOSESOCKETFUNCTION = 20208, OPT_CLOSESOCKETDATA = 10209,
    OPT_PREREQFUNCTION = 20312, OPT_PREREQDATA = 10313, OPT_SEEKFUNCTION = 20167, OPT_POSTFIELDSIZE_LARGE = 30120, OPT_MAXFILESIZE_LARGE = 30117,
    OPT_LOW_SPEED_LIMIT = 19, OPT_LOW_SPEED_TIME = 20, OPT_NOBODY = 44, OPT_POST = 47, OPT_FOLLOWLOCATION = 52,
    OPT_FRESH_CONNECT = 74, OPT_BUFFERSIZE = 98, OPT_HTTP_VERSION = 84, OPT_NOSIGNAL = 99, OPT_TIMEOUT_MS = 155,
    OPT_CONNECTTIMEOUT_MS = 156, OPT_PROTOCOLS = 181, OPT_PATH_AS_IS = 234, OPT_SUPPRESS_CONNECT_HEADERS = 265,
    OPT_DISALLOW_USERNAME_IN_URL = 278, OPT_HTTP09_ALLOWED = 285, OPT_QUICK_EXIT = 322,
    MULTI_OPT_MAXCONNECTS = 6,
    GLOBAL_DEFAULT = 3, HTTP_VERSION_1_1 = 2, PROTOCOLS_HTTP_AND_HTTPS = 3, MESSAGE_DONE = 1, SEEK_FAILS = 1,
};

typedef struct {
    int message;
    void *easy;
    union {
        void *whatever;
        int code;
    } data;
} message_type;

#define FUNCTIONS(FUNCTION)                                                                                            \
    FUNCTION(int, curl_global_init, (long))                                                                            \
    FUNCTION(void *, curl_easy_init, (void))                                                                           \
    FUNCTION(void, curl_easy_reset, (void *))                                                                          \
    FUNCTION(void, curl_easy_cleanup, (void *))                                                                        \
    FUNCTION(int, curl_easy_setopt, (void *, int, ...))                                                                \
    FUNCTION(int, curl_easy_pause, (void *, int))                                                                      \
    FUNCTION(void *, curl_slist_append, (void *, const char *))                                                        \
    FUNCTION(void, curl_slist_free_all, (void *))                                                                      \
    FUNCTION(void *, curl_multi_init, (void))                                                                          \
    FUNCTION(int, curl_multi_setopt, (void *, int, ...))                                                               \
    FUNCTION(int, curl_multi_add_handle, (void *, void *))                                                             \
    FUNCTION(int, curl_multi_remove_handle, (void *, void *))                                                          \
    FUNCTION(int, curl_multi_perform, (void *, int *))                                                                 \
    FUNCTION(int, curl_multi_poll, (void *, void *, unsigned int, int, int *))                                         \
    FUNCTION(int, curl_multi_wakeup, (void *))                                                                         \
    FUNCTION(message_type *, curl_multi_info_read, (void *, int *))                                                    \
    FUNCTION(int, curl_multi_cleanup, (void *))

// Resolved if something in the program links libcurl, such as FoundationNetworking; null otherwise.
#define DECLARE(result, name, parameters) extern __attribute__((weak)) result name parameters;
FUNCTIONS(DECLARE)

#define MEMBER(result, name, parameters) result(*name) parameters;
static struct {
    FUNCTIONS(MEMBER)
} api;

static int is_loaded;
static atomic_int is_exiting;
static atomic_int is_forked;
/// Threads hold it for reading while they are inside libcurl.
static pthread_rwlock_t gate = PTHREAD_RWLOCK_INITIALIZER;

static int find_linked(void) {
    int found = 1;
#define LINKED(result, name, parameters)                                                                               \
    api.name = name;                                                                                                   \
    found = found && api.name;
    FUNCTIONS(LINKED)
    return found;
}

static int find_in_library(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
    int found = 1;
#define IN_LIBRARY(result, name, parameters)                                                                           \
    *(void **)&api.name = dlsym(library, #name);                                                                       \
    found = found && api.name;
    FUNCTIONS(IN_LIBRARY)
    if (!found) dlclose(library);
    return found;
}

/// Runs before the handlers of the TLS library, which was loaded earlier: what it frees, no thread uses any more.
static void keep_out_at_exit(void) {
    if (atomic_load(&is_forked)) return;  // there are no threads here, but maybe their lock
    atomic_store(&is_exiting, 1);
    pthread_rwlock_wrlock(&gate);
}

static void note_fork(void) { atomic_store(&is_forked, 1); }

static void load(void) {
    if (!find_linked() && !find_in_library()) return;
    if (api.curl_global_init(GLOBAL_DEFAULT) != 0) return;
    if (pthread_atfork(NULL, NULL, note_fork) != 0 || atexit(keep_out_at_exit) != 0) return;
    is_loaded = 1;
}

int curl_binding_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

int curl_binding_is_forked(void) { return atomic_load(&is_forked); }

void curl_binding_enter(void) {
    while (atomic_load(&is_exiting)) pause();
    pthread_rwlock_rdlock(&gate);
}

void curl_binding_leave(void) { pthread_rwlock_unlock(&gate); }

typedef struct {
    void (*body)(void *);
    void *context;
} thread_start;

static void *run_thread(void *argument) {
    thread_start start = *(thread_start *)argument;
    free(argument);
    pthread_setname_np(pthread_self(), "orbit-curl");
    start.body(start.context);
    return NULL;
}

int curl_binding_start_thread(void (*body)(void *context), void *context) {
    thread_start *start = malloc(sizeof *start);
    if (!start) return 0;
    *start = (thread_start){body, context};
    sigset_t blocked, former;
    sigfillset(&blocked);
    const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    for (size_t index = 0; index < sizeof faults / sizeof *faults; index++) sigdelset(&blocked, faults[index]);
    pthread_sigmask(SIG_SETMASK, &blocked, &former);  // a thread begins with the mask of its creator
    pthread_t thread;
    int error = pthread_create(&thread, NULL, run_thread, start);
    pthread_sigmask(SIG_SETMASK, &former, NULL);
    if (error) {
        free(start);
        return 0;
    }
    pthread_detach(thread);
    return 1;
}

/// What Swift knows as a multi handle.
typedef struct {
    void *curl;
    curl_binding_sockets sockets;
} multi_handle;

void *curl_binding_make_multi(void) {
    multi_handle *multi = calloc(1, sizeof *multi);
    if (!multi) return NULL;
    multi->curl = api.curl_multi_init();
    // Without descriptors for it, libcurl leaves out only the wake-up, and waiting would not end in time.
    if (multi->curl && api.curl_multi_wakeup(multi->curl) != 0) {
        api.curl_multi_cleanup(multi->curl);
        multi->curl = NULL;
    }
    if (!multi->curl) {
        free(multi);
        return NULL;
    }
    api.curl_multi_setopt(multi->curl, MULTI_OPT_MAXCONNECTS, 64L);
    return multi;
}

void curl_binding_destroy_multi(void *handle) {
    multi_handle *multi = handle;
    api.curl_multi_cleanup(multi->curl);
    curl_binding_free_sockets(&multi->sockets);
    free(multi);
}

void curl_binding_perform(void *multi) {
    int running;
    api.curl_multi_perform(((multi_handle *)multi)->curl, &running);
}

void curl_binding_wait(void *multi, int milliseconds) {
    api.curl_multi_poll(((multi_handle *)multi)->curl, NULL, 0, milliseconds, NULL);
}

void curl_binding_wake(void *multi) { api.curl_multi_wakeup(((multi_handle *)multi)->curl); }

void *curl_binding_next_done(void *multi, int *code) {
    int left;
    for (message_type *message; (message = api.curl_multi_info_read(((multi_handle *)multi)->curl, &left));) {
        if (message->message != MESSAGE_DONE) continue;
        *code = message->data.code;
        return message->easy;
    }
    return NULL;
}

void *curl_binding_make_easy(void) { return api.curl_easy_init(); }

void curl_binding_destroy_easy(void *easy) { api.curl_easy_cleanup(easy); }

static int refuse_to_seek(void *context, int64_t offset, int origin) {
    (void)context, (void)offset, (void)origin;
    return SEEK_FAILS;
}

static void set_rules(void *easy, multi_handle *multi) {
    api.curl_easy_setopt(easy, OPT_NOSIGNAL, 1L);
    api.curl_easy_setopt(easy, OPT_PROTOCOLS, (long)PROTOCOLS_HTTP_AND_HTTPS);
    api.curl_easy_setopt(easy, OPT_HTTP_VERSION, (long)HTTP_VERSION_1_1);
    api.curl_easy_setopt(easy, OPT_HTTP09_ALLOWED, 0L);
    api.curl_easy_setopt(easy, OPT_FOLLOWLOCATION, 0L);
    api.curl_easy_setopt(easy, OPT_DISALLOW_USERNAME_IN_URL, 1L);
    api.curl_easy_setopt(easy, OPT_SUPPRESS_CONNECT_HEADERS, 1L);
    api.curl_easy_setopt(easy, OPT_PATH_AS_IS, 1L);
    api.curl_easy_setopt(easy, OPT_SOCKOPTFUNCTION, curl_binding_note_socket);
    api.curl_easy_setopt(easy, OPT_SOCKOPTDATA, &multi->sockets);
    api.curl_easy_setopt(easy, OPT_CLOSESOCKETFUNCTION, curl_binding_close_socket);
    api.curl_easy_setopt(easy, OPT_CLOSESOCKETDATA, &multi->sockets);
    // From 7.80 on.
    api.curl_easy_setopt(easy, OPT_PREREQFUNCTION, curl_binding_refuse_unclean);
    api.curl_easy_setopt(easy, OPT_PREREQDATA, &multi->sockets);
    // A hundred of these are read before another transfer has its turn.
    api.curl_easy_setopt(easy, OPT_BUFFERSIZE, 4096L);
    // From 7.87 on: a transfer that ends while its host name is looked up is not held up, and with it all others.
    api.curl_easy_setopt(easy, OPT_QUICK_EXIT, 1L);
}

static void set_limits(void *easy, const curl_binding_request *request) {
    api.curl_easy_setopt(easy, OPT_TIMEOUT_MS, request->total_milliseconds);
    api.curl_easy_setopt(easy, OPT_CONNECTTIMEOUT_MS, request->connect_milliseconds);
    api.curl_easy_setopt(easy, OPT_LOW_SPEED_LIMIT, 1L);
    api.curl_easy_setopt(easy, OPT_LOW_SPEED_TIME, request->idle_seconds);
    if (request->byte_limit > 0) api.curl_easy_setopt(easy, OPT_MAXFILESIZE_LARGE, request->byte_limit);
}

static void set_body(void *easy, const curl_binding_request *request) {
    api.curl_easy_setopt(easy, OPT_POST, 1L);
    api.curl_easy_setopt(easy, OPT_POSTFIELDSIZE_LARGE, request->body_length);
    api.curl_easy_setopt(easy, OPT_READFUNCTION, request->on_upload);
    api.curl_easy_setopt(easy, OPT_READDATA, request->context);
    // libcurl sends a request again when a kept connection dies: what it cannot rewind, or must connect for, it does not.
    api.curl_easy_setopt(easy, OPT_SEEKFUNCTION, refuse_to_seek);
    if (!request->is_repeatable && request->body_length == 0) api.curl_easy_setopt(easy, OPT_FRESH_CONNECT, 1L);
}

void *curl_binding_add(
    void *multi, void *easy, const curl_binding_request *request, const char *const *fields, size_t count) {
    void *list = NULL;
    for (size_t index = 0; index < count; index++) {
        void *longer = api.curl_slist_append(list, fields[index]);
        if (!longer) {
            api.curl_slist_free_all(list);
            return NULL;
        }
        list = longer;
    }
    set_rules(easy, multi);
    if (request->needs_new_connection) api.curl_easy_setopt(easy, OPT_FRESH_CONNECT, 1L);
    set_limits(easy, request);
    if (request->is_head) api.curl_easy_setopt(easy, OPT_NOBODY, 1L);
    if (request->has_body) set_body(easy, request);
    api.curl_easy_setopt(easy, OPT_CUSTOMREQUEST, request->method);
    if (request->is_local) api.curl_easy_setopt(easy, OPT_PROXY, "");
    api.curl_easy_setopt(easy, OPT_HTTPHEADER, list);
    api.curl_easy_setopt(easy, OPT_ERRORBUFFER, request->message);
    api.curl_easy_setopt(easy, OPT_HEADERFUNCTION, request->on_header);
    api.curl_easy_setopt(easy, OPT_HEADERDATA, request->context);
    api.curl_easy_setopt(easy, OPT_WRITEFUNCTION, request->on_body);
    api.curl_easy_setopt(easy, OPT_WRITEDATA, request->context);
    if (api.curl_easy_setopt(easy, OPT_URL, request->url) != 0 || api.curl_multi_add_handle(((multi_handle *)multi)->curl, easy) != 0) {
        api.curl_easy_reset(easy);
        api.curl_slist_free_all(list);
        return NULL;
    }
    return list;
}

void curl_binding_remove(void *multi, void *easy, void *list) {
    api.curl_multi_remove_handle(((multi_handle *)multi)->curl, easy);
    api.curl_easy_reset(easy);
    api.curl_slist_free_all(list);
}

void curl_binding_resume(void *easy) { api.curl_easy_pause(easy, 0); }

void curl_binding_end_total_timeout(void *easy) { api.curl_easy_setopt(easy, OPT_TIMEOUT_MS, 0L); }

#endif
