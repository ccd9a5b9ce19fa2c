#if defined(__linux__)

#include "CurlBinding.h"

#include <dlfcn.h>
#include <pthread.h>

// zlib's binary interface, which has not changed since version 1.2.
typedef struct {
    const unsigned char *next_in;
    unsigned int available_in;
    unsigned long total_in;
    unsigned char *next_out;
    unsigned int available_out;
    unsigned long total_out;
    const char *message;
    void *state, *allocate, *release, *opaque;
    int data_type;
    unsigned long checksum, reserved;
} zlib_stream;

enum { ZLIB_OK = 0, ZLIB_STREAM_END = 1, ONLY_GZIP = 16, LARGEST_WINDOW = 15, MOST_INPUT = 1 << 30 };

#define FUNCTIONS(FUNCTION)                                                                                            \
    FUNCTION(int, inflateInit2_, (zlib_stream *, int, const char *, int))                                              \
    FUNCTION(int, inflate, (zlib_stream *, int))                                                                       \
    FUNCTION(int, inflateReset, (zlib_stream *))                                                                       \
    FUNCTION(int, inflateEnd, (zlib_stream *))

#define MEMBER(result, name, parameters) result(*name) parameters;
static struct {
    FUNCTIONS(MEMBER)
} zlib;

static int is_loaded;

static void load(void) {
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    int found = 1;
#define IN_LIBRARY(result, name, parameters)                                                                           \
    *(void **)&zlib.name = dlsym(library, #name);                                                                      \
    found = found && zlib.name;
    FUNCTIONS(IN_LIBRARY)
    is_loaded = found;
}

int curl_binding_can_unpack(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

int curl_binding_unpack(
    const unsigned char *bytes, size_t count, int (*take)(const unsigned char *piece, size_t count, void *context),
    void *context) {
    zlib_stream stream = {.next_in = bytes};
    if (!curl_binding_can_unpack()) return CURL_BINDING_BROKEN;
    if (zlib.inflateInit2_(&stream, ONLY_GZIP + LARGEST_WINDOW, "1.2", sizeof stream) != ZLIB_OK)
        return CURL_BINDING_BROKEN;
    unsigned char piece[32768];
    int result = CURL_BINDING_BROKEN;
    for (;;) {
        if (stream.available_in == 0) {
            stream.available_in = count < MOST_INPUT ? (unsigned int)count : MOST_INPUT;
            count -= stream.available_in;
        }
        stream.next_out = piece;
        stream.available_out = sizeof piece;
        int status = zlib.inflate(&stream, 0);
        if (status != ZLIB_OK && status != ZLIB_STREAM_END) break;  // also where the input ends too early
        size_t made = sizeof piece - stream.available_out;
        if (made > 0 && !take(piece, made, context)) {
            result = CURL_BINDING_REFUSED;
            break;
        }
        if (status == ZLIB_OK) continue;
        if (stream.available_in == 0 && count == 0) {
            result = CURL_BINDING_UNPACKED;
            break;
        }
        if (zlib.inflateReset(&stream) != ZLIB_OK) break;  // another member follows
    }
    zlib.inflateEnd(&stream);
    return result;
}

#endif
