#if defined(__linux__)

#include <stddef.h>

/// The sockets of one multi handle; used by its thread alone.
typedef struct {
    struct {
        int descriptor;
        /// Its own, once a request has gone over it; 0 before.
        int local_port;
    } *list;
    size_t count;
    size_t room;
} curl_binding_sockets;

void curl_binding_free_sockets(curl_binding_sockets *sockets);

/// libcurl's callbacks; their first argument is the sockets.
int curl_binding_note_socket(void *context, int socket, int purpose);
int curl_binding_close_socket(void *context, int socket);
/// Refuses a kept connection on which the server has said something unasked, such as a 408 or its end: libcurl 7 would
/// read it as the response to the request that comes next.
int curl_binding_refuse_unclean(
    void *context, char *remote_address, char *local_address, int remote_port, int local_port);

#endif
