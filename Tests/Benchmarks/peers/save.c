// Saves a session with the protocol and the checks of OrbitKit's DurableFiles, without any other work.
//
//     cc -O2 -o save Tests/Benchmarks/peers/save.c
//     save DIRECTORY rename|slots
//
// DIRECTORY must be private, and no part of its path may be a link. Each line of the input is a number of saves. The
// program prints their duration in seconds. `slots` is another protocol, for comparison. It writes two slots of an
// existing file in turn, each with its generation and checksum. It needs one flush, not two flushes and a new name.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { HEADER = 18, LIMIT = 65536, SLOT = 4096 };

static uint32_t table[256];

static void fill_table(void) {
    for (uint32_t index = 0; index < 256; index++) {
        uint32_t value = index;
        for (int bit = 0; bit < 8; bit++) value = value & 1 ? (value >> 1) ^ 0x82F63B78u : value >> 1;
        table[index] = value;
    }
}

static uint32_t checksum(const unsigned char *bytes, size_t count) {
    uint32_t rest = ~0u;
    for (size_t index = 0; index < count; index++) rest = table[(rest ^ bytes[index]) & 255] ^ (rest >> 8);
    return ~rest;
}

static void put(unsigned char *to, uint64_t value, int count) {
    for (int index = 0; index < count; index++) to[index] = (unsigned char)(value >> (8 * (count - 1 - index)));
}

static uint64_t get(const unsigned char *from, int count) {
    uint64_t value = 0;
    for (int index = 0; index < count; index++) value = value << 8 | from[index];
    return value;
}

static int failed(const char *what) {
    perror(what);
    exit(1);
}

static size_t encode(unsigned char *record, uint64_t generation, long number) {
    char token[48], refresh[48];
    memset(token, 'a', 43), token[43] = 0;
    snprintf(refresh, sizeof refresh, "%043ld", number);
    int length = snprintf(
        (char *)record + HEADER, 1024,
        "{\"schema\":1,\"session\":{\"access_expires_at\":%.17g,\"access_token\":\"%s\",\"issued_at\":%.17g,"
        "\"refresh_token\":\"%s\",\"user_id\":\"u_0123456789abcdef\"}}",
        821692900.123456 + number, token, 821692000.123456 + number, refresh);
    memcpy(record, "ORBF", 4);
    put(record + 4, 1, 2), put(record + 6, generation, 8), put(record + 14, length, 4);
    put(record + HEADER + length, checksum(record, HEADER + length), 4);
    return HEADER + length + 4;
}

// The generation of a record, or 0 if the record is not valid.
static uint64_t decode(const unsigned char *record, size_t count) {
    if (count < HEADER + 4 || memcmp(record, "ORBF", 4) != 0 || get(record + 4, 2) != 1) return 0;
    size_t length = get(record + 14, 4);
    if (length > count - HEADER - 4) return 0;
    if (checksum(record, HEADER + length) != get(record + HEADER + length, 4)) return 0;
    return get(record + 6, 8);
}

// Opens the directory. Each directory on the path must belong to root or the user, and must not be a link. Other users
// must not be able to write to it unless it is sticky. The last directory must be private to the user.
static int enter(const char *path) {
    char names[4096], *rest = names;
    snprintf(names, sizeof names, "%s", path + 1);
    uid_t user = geteuid();
    int directory = open("/", O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;
    if (directory < 0 || fstat(directory, &status) != 0) failed("/");
    for (char *name = strsep(&rest, "/"); name; name = strsep(&rest, "/")) {
        int next = openat(directory, name, (rest ? O_PATH : O_RDONLY) | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (next < 0 || fstat(next, &status) != 0) failed(name);
        if (status.st_uid != user && (status.st_uid != 0 || !rest)) failed("owner");
        if (rest ? (status.st_mode & 022) && !(status.st_mode & 01000) : status.st_mode & 077) failed("mode");
        close(directory);
        directory = next;
    }
    return directory;
}

static int trusted(int directory, const char *name, int flags, struct stat *status) {
    int file = openat(directory, name, flags | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0) return -1;
    if (fstat(file, status) != 0 || !S_ISREG(status->st_mode) || status->st_uid != geteuid()
        || (status->st_mode & 077) || status->st_nlink > 1)
        failed(name);
    return file;
}

static int lock(int directory) {
    struct stat status;
    if (flock(directory, LOCK_SH | LOCK_NB) != 0) failed("directory");
    int file = trusted(directory, "session.lock", O_RDWR | O_CREAT, &status);
    if (file < 0 || flock(file, LOCK_EX | LOCK_NB) != 0) failed("lock");
    return file;
}

static void unlock(int directory, int file) {
    flock(file, LOCK_UN), flock(directory, LOCK_UN);
    close(file), close(directory);
}

static void save_and_rename(const char *path, long number) {
    unsigned char record[LIMIT];
    struct stat status;
    int directory = enter(path), held = lock(directory);
    uint64_t generation = 1;
    int file = trusted(directory, "session", O_RDONLY, &status);
    if (file >= 0) {
        ssize_t count = read(file, record, status.st_size < LIMIT ? status.st_size : LIMIT);
        if (count < 0 || !(generation = decode(record, count))) failed("session");
        close(file);
    }
    size_t count = encode(record, generation + 1, number);
    file = openat(directory, ".session.tmp", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file < 0 || fchmod(file, 0600) != 0 || write(file, record, count) != (ssize_t)count || fsync(file) != 0)
        failed("write");
    close(file);
    if (renameat(directory, ".session.tmp", directory, "session") != 0 || fsync(directory) != 0) failed("rename");
    unlock(directory, held);
}

static void save_in_slots(const char *path, long number) {
    unsigned char record[2 * SLOT];
    struct stat status;
    int directory = enter(path), held = lock(directory);
    int file = trusted(directory, "slots", O_RDWR, &status);
    if (file < 0) {
        file = trusted(directory, "slots", O_RDWR | O_CREAT, &status);
        memset(record, 0, sizeof record);
        if (file < 0 || write(file, record, sizeof record) != sizeof record || fsync(file) != 0) failed("slots");
    }
    if (pread(file, record, sizeof record, 0) != sizeof record) failed("slots");
    uint64_t first = decode(record, SLOT), second = decode(record + SLOT, SLOT);
    size_t count = encode(record, (first > second ? first : second) + 1, number);
    if (pwrite(file, record, count, first > second ? SLOT : 0) != (ssize_t)count || fdatasync(file) != 0)
        failed("write");
    close(file);
    unlock(directory, held);
}

int main(int count, char **words) {
    if (count != 3 || words[1][0] != '/') return 64;
    void (*save)(const char *, long) = strcmp(words[2], "slots") == 0 ? save_in_slots : save_and_rename;
    fill_table();
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        long saves = atol(line);
        struct timespec start, end;
        clock_gettime(CLOCK_MONOTONIC, &start);
        for (long number = 0; number < saves; number++) save(words[1], number);
        clock_gettime(CLOCK_MONOTONIC, &end);
        printf("%.9f\n", (end.tv_sec - start.tv_sec) + (end.tv_nsec - start.tv_nsec) * 1e-9);
        fflush(stdout);
    }
}
