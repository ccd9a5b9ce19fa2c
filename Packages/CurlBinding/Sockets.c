#if defined(__linux__)

#include "Sockets.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
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
    sockets->list[sockets->count].local_port = 0;
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

static int local_port_of(int socket) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &size) != 0) return -1;
    if (address.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)&address)->sin_port);
    if (address.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return -1;
}

int curl_binding_refuse_unclean(
    void *context, char *remote_address, char *local_address, int remote_port, int local_port) {
    curl_binding_sockets *sockets = context;
    (void)remote_address, (void)local_address, (void)remote_port;
    for (size_t index = 0; index < sockets->count; index++) {
        if (sockets->list[index].local_port != local_port) continue;
        char byte;
        return recv(sockets->list[index].descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0 ? ABORT : GO_ON;
    }
    for (size_t index = 0; index < sockets->count; index++) {
        if (sockets->list[index].local_port != 0) continue;
        if (local_port_of(sockets->list[index].descriptor) != local_port) continue;
        sockets->list[index].local_port = local_port;
        break;
    }
    return GO_ON;
}

#endif
