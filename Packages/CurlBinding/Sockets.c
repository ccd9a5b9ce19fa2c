#if defined(__linux__)

#include "Sockets.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { GO_ON = 0, ABORT = 1 };

void curl_binding_free_sockets(curl_binding_sockets *sockets) { free(sockets->list); }

int curl_binding_note_socket(void *context, int socket, int purpose) {
    curl_binding_sockets *sockets = context;
    (void)purpose;
    fcntl(socket, F_SETFD, FD_CLOEXEC);
    if (sockets->count == sockets->room) {
        size_t room = sockets->room * 2 + 8;
        void *list = realloc(sockets->list, room * sizeof *sockets->list);
        if (!list) return GO_ON;  // one that is not watched
        sockets->list = list;
        sockets->room = room;
    }
    sockets->list[sockets->count].descriptor = socket;
    sockets->list[sockets->count].ends = (curl_binding_ends){0};
    sockets->count++;
    return GO_ON;
}

int curl_binding_close_socket(void *context, int socket) {
    curl_binding_sockets *sockets = context;
    for (size_t index = 0; index < sockets->count; index++) {
        if (sockets->list[index].descriptor != socket) continue;
        sockets->list[index] = sockets->list[--sockets->count];
        break;
    }
    return close(socket);
}

/// Writes the address as text, as libcurl does, and the port. Returns 0 for an address of another family.
static int read_end(const struct sockaddr_storage *end, char text[INET6_ADDRSTRLEN], int *port) {
    const void *address;
    if (end->ss_family == AF_INET) {
        const struct sockaddr_in *inet = (const struct sockaddr_in *)end;
        address = &inet->sin_addr;
        *port = ntohs(inet->sin_port);
    } else if (end->ss_family == AF_INET6) {
        const struct sockaddr_in6 *inet = (const struct sockaddr_in6 *)end;
        address = &inet->sin6_addr;
        *port = ntohs(inet->sin6_port);
    } else {
        return 0;
    }
    return inet_ntop(end->ss_family, address, text, INET6_ADDRSTRLEN) != NULL;
}

static int read_ends(int socket, curl_binding_ends *ends) {
    struct sockaddr_storage local, remote;
    socklen_t local_size = sizeof local, remote_size = sizeof remote;
    if (getsockname(socket, (struct sockaddr *)&local, &local_size) != 0) return 0;
    if (getpeername(socket, (struct sockaddr *)&remote, &remote_size) != 0) return 0;
    return read_end(&local, ends->local_address, &ends->local_port)
        && read_end(&remote, ends->remote_address, &ends->remote_port);
}

static int are_equal(const curl_binding_ends *one, const curl_binding_ends *other) {
    return one->local_port == other->local_port && one->remote_port == other->remote_port
        && strcmp(one->local_address, other->local_address) == 0
        && strcmp(one->remote_address, other->remote_address) == 0;
}

int curl_binding_refuse_unclean(
    void *context, char *remote_address, char *local_address, int remote_port, int local_port) {
    curl_binding_sockets *sockets = context;
    curl_binding_ends ends = {.local_port = local_port, .remote_port = remote_port};
    snprintf(ends.local_address, sizeof ends.local_address, "%s", local_address ? local_address : "");
    snprintf(ends.remote_address, sizeof ends.remote_address, "%s", remote_address ? remote_address : "");
    for (size_t index = 0; index < sockets->count; index++) {
        if (!are_equal(&sockets->list[index].ends, &ends)) continue;
        char byte;
        return recv(sockets->list[index].descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0 ? ABORT : GO_ON;
    }
    for (size_t index = 0; index < sockets->count; index++) {
        if (sockets->list[index].ends.local_port != 0) continue;
        curl_binding_ends found;
        if (!read_ends(sockets->list[index].descriptor, &found) || !are_equal(&found, &ends)) continue;
        sockets->list[index].ends = ends;
        break;
    }
    return GO_ON;
}

#endif
