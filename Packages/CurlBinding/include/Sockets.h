#ifndef CURL_BINDING_SOCKETS_H
#define CURL_BINDING_SOCKETS_H

#if defined(__linux__)

#include <netinet/in.h>
#include <stddef.h>

/// Both ends of a connection. Connections to different servers may share a local port.
typedef struct {
    char local_address[INET6_ADDRSTRLEN];
    char remote_address[INET6_ADDRSTRLEN];
    int local_port;
    int remote_port;
} curl_binding_ends;

/// The sockets of one multi handle; used by its thread alone.
typedef struct {
    struct {
        int descriptor;
        /// All zero before the first request over it.
        curl_binding_ends ends;
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

#endif
