// Computes the score of `orbit-bench rank` in C, on one thread, and prints the same members.
//
//     cc -O3 -ffast-math -o /tmp/rank Tests/Benchmarks/peers/rank.c -lm
//     /tmp/rank DIR [REPS]
//
// Needs x86-64. With -DCLOCK=CLOCK_THREAD_CPUTIME_ID, it measures processor time, which a busy machine distorts less.
//
// The algorithm is bit-sliced. Each interest and each hour is a row of bits. A search adds the rows of the person who
// searches to vertical counters, with 64 people in a word. An interest counts as a small multiple of a unit, rounded up
// from its weight. The counts give an upper bound of each score, which is compared with the worst of the best k. The
// sliders and squares are read only for people whose bound is high enough.
//
// Loops over bounds and counters are compiled for AVX-512, AVX2 and the baseline. The program chooses the version for
// the processor when it starts. Two loops are written for AVX2 by hand, because the compiled code is slow.
#define _GNU_SOURCE
#include <immintrin.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef CLOCK
#define CLOCK CLOCK_MONOTONIC
#endif
#define BLOCK 2048
#define WORDS (BLOCK / 64)
#define FAST __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#define FLEXIBLE 3

// The square of a home, and the number of squares around the Earth in its row.
struct square { int16_t row, column, columns; };

static size_t n, vocab, words, k, padded;
static size_t queries[64], query_count;
static float *pers, *latlng;
static uint64_t *interests, *avail, *interest_rows, *hour_rows;
static uint8_t *group, *freq, *is_free;
// The weight of each interest. The total weight of a person's interests and its inverse, which are 0 without interests.
static int *weight;
static float *total, *inverse;
static struct square *homes;

static void *read_file(const char *dir, const char *name, size_t size) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *file = fopen(path, "rb");
    char *bytes = calloc(1, size + 4 * BLOCK);
    if (!file || !bytes || fread(bytes, 1, size, file) != size) { fprintf(stderr, "cannot read %s\n", path); exit(1); }
    fclose(file);
    return bytes;
}

static double member(const char *json, const char *name) {
    const char *found = strstr(json, name);
    if (!found) { fprintf(stderr, "meta.json lacks %s\n", name); exit(1); }
    return strtod(strchr(found, ':') + 1, NULL);
}

static void load(const char *dir) {
    char path[4096], json[8192] = {0};
    snprintf(path, sizeof path, "%s/meta.json", dir);
    FILE *file = fopen(path, "rb");
    if (!file || !fread(json, 1, sizeof json - 1, file)) { fprintf(stderr, "cannot read %s\n", path); exit(1); }
    fclose(file);
    n = member(json, "\"n\""), vocab = member(json, "\"vocab\""), words = member(json, "\"words\"");
    k = member(json, "\"k\"");
    for (char *at = strchr(strstr(json, "\"queries\""), '[') + 1; query_count < 64 && *at && *at != ']';) {
        queries[query_count++] = strtoul(at, &at, 10);
        while (*at == ',' || *at == ' ' || *at == '\n') at++;
    }
    pers = read_file(dir, "pers.f32", n * 12), latlng = read_file(dir, "latlng.f32", n * 8);
    interests = read_file(dir, "interests.u64", n * words * 8), avail = read_file(dir, "avail.u64", n * 24);
    group = read_file(dir, "group.u8", n), freq = read_file(dir, "freq.u8", n);
}

static struct square square(double latitude, double longitude) {
    const double height = 16 / (6371 * M_PI / 180);
    double row = round(latitude / height), middle = fmin(fmax(row * height, -90), 90);
    double columns = fmax(1, round(360 / height * cos(middle * M_PI / 180)));
    double turns = longitude / 360, column = round((turns - floor(turns + 0.5)) * columns);
    return (struct square){row, column < 0 ? column + columns : column, columns};
}

// The distance score of two squares: 1 for the same square, 0.5 for neighbours, and 0.1 otherwise.
static double worth(struct square a, struct square b) {
    if (a.row == b.row && a.column == b.column) return 1;
    if (abs(a.row - b.row) > 1) return 0.1;
    int whole = a.columns * b.columns, eastward = abs(a.column * b.columns - b.column * a.columns);
    int apart = eastward < whole - eastward ? eastward : whole - eastward;
    return 20 * apart < 19 * (a.columns + b.columns) ? 0.5 : 0.1;
}

static void prepare(void) {
    padded = (n + BLOCK - 1) / BLOCK * BLOCK;
    interest_rows = calloc(vocab * padded / 64, 8), hour_rows = calloc(168 * padded / 64, 8);
    is_free = calloc(padded, 1), weight = calloc(vocab, sizeof *weight), homes = calloc(padded, sizeof *homes);
    total = calloc(padded, sizeof *total), inverse = calloc(padded, sizeof *inverse);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < vocab; j++)
            if (interests[i * words + j / 64] >> (j % 64) & 1)
                interest_rows[j * (padded / 64) + i / 64] |= 1ull << (i % 64), weight[j]++;
        for (size_t j = 0; j < 168; j++)
            if (avail[i * 3 + j / 64] >> (j % 64) & 1)
                hour_rows[j * (padded / 64) + i / 64] |= 1ull << (i % 64), is_free[i] = 1;
        homes[i] = square(latlng[2 * i], latlng[2 * i + 1]);
    }
    // So far, `weight` contains the number of people who have the interest.
    for (size_t j = 0; j < vocab; j++) weight[j] = lround(16 * (1 + log2((n + 1.0) / (weight[j] + 1.0))));
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < vocab; j++)
            if (interests[i * words + j / 64] >> (j % 64) & 1) total[i] += weight[j];
        inverse[i] = total[i] > 0 ? 1 / total[i] : 0;
    }
}

// Adds four rows of bits to the counts of a block. Each plane contains one bit of the counts.
FAST static void add(uint64_t *restrict planes, const uint64_t *a, const uint64_t *b, const uint64_t *c, const uint64_t *d) {
    for (int i = 0; i < WORDS; i++) {
        uint64_t p = planes[i], ab = p ^ a[i], carry1 = (p & a[i]) | (ab & b[i]);
        ab ^= b[i];
        uint64_t cd = ab ^ c[i], carry2 = (ab & c[i]) | (cd & d[i]);
        planes[i] = cd ^ d[i];
        uint64_t q = planes[i + WORDS], twos = q ^ carry1, carry = (q & carry1) | (twos & carry2);
        planes[i + WORDS] = twos ^ carry2;
        for (int plane = 2; plane < 6; plane++) {
            uint64_t old = planes[i + plane * WORDS];
            planes[i + plane * WORDS] = old ^ carry;
            carry &= old;
        }
    }
}

// Adds the rows with these numbers to the counts of a block.
static void count(uint64_t *planes, const uint64_t *rows, const int *numbers, int length, size_t block) {
    static const uint64_t none[WORDS];
    for (int i = 0; i < length; i += 4) {
        const uint64_t *row[4];
        for (int j = 0; j < 4; j++)
            row[j] = i + j < length ? rows + numbers[i + j] * (padded / 64) + block * WORDS : none;
        add(planes, row[0], row[1], row[2], row[3]);
    }
}

// Divides the weights of interests into units: at most 15 units in total, or one unit for each interest. Chooses the
// division with the smallest excess over the sum of the weights. Returns the number of units.
static int divide(const int *numbers, int length, int *units, float *unit) {
    int heaviest = 1, trial[64], found = 0;
    double least = 1e30;
    for (int i = 0; i < length; i++)
        if (weight[numbers[i]] > heaviest) heaviest = weight[numbers[i]];
    for (int parts = 1; parts <= 15; parts++) {
        double size = (double)heaviest / parts;
        int sum = 0;
        for (int i = 0; i < length; i++) sum += trial[i] = parts == 1 ? 1 : (int)ceil(weight[numbers[i]] / size);
        if ((parts > 1 && sum > 15) || sum * size >= least) continue;
        least = sum * size, found = sum, *unit = (float)size;
        memcpy(units, trial, sizeof trial);
    }
    return found;
}

// Converts the counts to a byte for each person: bit i of a plane becomes bit `plane` of byte i.
__attribute__((target("avx2"))) static void unslice_avx2(uint8_t *counts, const uint64_t *planes, int used) {
    const __m256i byte = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
    const __m256i bit = _mm256_set1_epi64x((long long)0x8040201008040201ull);
    for (int word = 0; word < BLOCK / 32; word++) {
        __m256i sum = _mm256_setzero_si256();
        for (int plane = 0; plane < used; plane++) {
            __m256i all = _mm256_set1_epi32(((const int *)(planes + plane * WORDS))[word]);
            __m256i mine = _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(all, byte), bit), bit);
            sum = _mm256_or_si256(sum, _mm256_and_si256(mine, _mm256_set1_epi8(1 << plane)));
        }
        _mm256_storeu_si256((__m256i *)(counts + 32 * word), sum);
    }
}

static void unslice(uint8_t *restrict counts, const uint64_t *restrict planes, int used) {
    if (__builtin_cpu_supports("avx2")) { unslice_avx2(counts, planes, used); return; }
    memset(counts, 0, BLOCK);
    for (int plane = 0; plane < used; plane++)
        for (int word = 0; word < BLOCK / 8; word++) {
            uint8_t bits = ((const uint8_t *)(planes + plane * WORDS))[word];
            for (int bit = 0; bit < 8; bit++) counts[word * 8 + bit] |= (bits >> bit & 1) << plane;
        }
}

// The upper bound for interests, hours and preferences. The mean of both sides is at least the harmonic mean.
FAST static void bound(
    float *restrict bounds, const uint8_t *restrict shared, const uint8_t *restrict hours, size_t first, size_t me,
    float unit) {
    const float *theirs = total + first, *inverses = inverse + first;
    const uint8_t *frees = is_free + first, *groups = group + first, *freqs = freq + first;
    float mine = total[me], my_inverse = inverse[me], my_free = is_free[me] ? 0.25f : 0;
    int my_group = group[me], my_freq = freq[me], is_flexible = my_freq == FLEXIBLE;
    for (int i = 0; i < BLOCK; i++) {
        float most = (float)shared[i] * unit;
        most = most < theirs[i] ? most : theirs[i];
        most = most < mine ? most : mine;
        float value = 0.15f * most * (my_inverse + inverses[i]);
        float time = hours[i] >= 6 ? 0.95f : hours[i] >= 2 ? 0.5f : 0.05f;
        value += my_free * (frees[i] ? time : 0);
        int apart = groups[i] - my_group;
        value += apart == 0 ? 0.05f : (apart == 1) | (apart == -1) ? 0.025f : 0;
        value += (freqs[i] == my_freq) | (freqs[i] == FLEXIBLE) | is_flexible ? 0.04f : 0;
        bounds[i] = value;
    }
}

__attribute__((target("avx2"))) static int above_avx2(uint16_t *found, const float *bounds, float limit, int length) {
    int count = 0;
    const __m256 limits = _mm256_set1_ps(limit);
    for (int first = 0; first < length; first += 8) {
        unsigned any = _mm256_movemask_ps(_mm256_cmp_ps(_mm256_loadu_ps(bounds + first), limits, _CMP_GT_OQ));
        if (first + 8 > length) any &= (1u << (length - first)) - 1;
        for (; any; any &= any - 1) found[count++] = first + __builtin_ctz(any);
    }
    return count;
}

static int above(uint16_t *restrict found, const float *restrict bounds, float limit, int length) {
    if (__builtin_cpu_supports("avx2")) return above_avx2(found, bounds, limit, length);
    int count = 0;
    for (int first = 0; first < length; first += 16) {
        uint32_t any = 0;
        for (int i = 0; i < 16; i++) any |= (uint32_t)(bounds[first + i] > limit) << i;
        for (; any; any &= any - 1) {
            int i = first + __builtin_ctz(any);
            if (i < length) found[count++] = i;
        }
    }
    return count;
}

struct found { double score; size_t who; };
static struct found heap[1024];
static size_t held;

static int worse(struct found a, struct found b) { return a.score != b.score ? a.score < b.score : a.who > b.who; }

static void offer(struct found candidate) {
    size_t at;
    if (held < k) {
        for (at = held++; at && worse(candidate, heap[(at - 1) / 2]); at = (at - 1) / 2) heap[at] = heap[(at - 1) / 2];
    } else {
        if (!worse(heap[0], candidate)) return;
        for (at = 0;;) {
            size_t child = 2 * at + 1;
            if (child >= held) break;
            if (child + 1 < held && worse(heap[child + 1], heap[child])) child++;
            if (!worse(heap[child], candidate)) break;
            heap[at] = heap[child], at = child;
        }
    }
    heap[at] = candidate;
}

// The total weight of the interests that both people have.
static int shared_weight(size_t me, size_t i) {
    int sum = 0;
    for (size_t word = 0; word < words; word++)
        for (uint64_t both = interests[me * words + word] & interests[i * words + word]; both; both &= both - 1)
            sum += weight[64 * word + __builtin_ctzll(both)];
    return sum;
}

static double score(size_t me, size_t i, int hours, double home) {
    double sum = 0;
    for (int j = 0; j < 3; j++) {
        double apart = (double)pers[3 * me + j] - pers[3 * i + j];
        sum += apart * apart;
    }
    double both = 0.22 * (1 - sqrt(sum / 3)) + 0.10 * home;
    if (is_free[me] && is_free[i]) both += 0.25 * (hours >= 6 ? 0.95 : hours >= 2 ? 0.5 : 0.05);
    int apart = abs(group[me] - group[i]);
    both += apart == 0 ? 0.05 : apart == 1 ? 0.025 : 0;
    both += freq[me] == freq[i] || freq[me] == FLEXIBLE || freq[i] == FLEXIBLE ? 0.04 : 0;
    double shared = shared_weight(me, i);
    double mine = both + (total[me] > 0 ? 0.30 * shared / total[me] : 0);
    double theirs = both + (total[i] > 0 ? 0.30 * shared / total[i] : 0);
    return mine + theirs > 0 ? 2 * mine * theirs / (mine + theirs) : 0;
}

static void search(size_t me) {
    // Counts have six planes. The counts of units may start at the fourth plane.
    static uint64_t planes[2][9 * WORDS];
    static uint8_t shared[BLOCK], hours[BLOCK];
    static float bounds[BLOCK];
    static uint16_t found[BLOCK];
    int mine[2][64], length[2] = {0, 0}, units[64], rows[4][64], row_count[4] = {0, 0, 0, 0};
    float unit = 1;
    for (size_t j = 0; j < vocab && length[0] < 63; j++)
        if (interests[me * words + j / 64] >> (j % 64) & 1) mine[0][length[0]++] = j;
    for (size_t j = 0; j < 168 && length[1] < 63; j++)
        if (avail[me * 3 + j / 64] >> (j % 64) & 1) mine[1][length[1]++] = j;
    int unit_count = divide(mine[0], length[0], units, &unit);
    for (int j = 0; j < length[0]; j++)
        for (int plane = 0; plane < 4; plane++)
            if (units[j] >> plane & 1) rows[plane][row_count[plane]++] = mine[0][j];
    held = 0;
    for (size_t block = 0; block < padded / BLOCK; block++) {
        size_t first = block * BLOCK;
        int end = n - first < BLOCK ? n - first : BLOCK;
        memset(planes, 0, sizeof planes);
        for (int plane = 0; plane < 4; plane++)
            count(planes[0] + plane * WORDS, interest_rows, rows[plane], row_count[plane], block);
        count(planes[1], hour_rows, mine[1], length[1], block);
        unslice(shared, planes[0], unit_count < 16 ? 4 : 6);
        unslice(hours, planes[1], length[1] < 32 ? 5 : 6);
        bound(bounds, shared, hours, first, me, unit);
        float threshold = held < k ? -1 : heap[0].score - 1e-5;
        int candidates = above(found, bounds, threshold - 0.32f, end);
        for (int j = 0; j < candidates; j++) {
            size_t i = first + found[j];
            float sum = 0;
            for (int axis = 0; axis < 3; axis++) {
                float apart = pers[3 * me + axis] - pers[3 * i + axis];
                sum += apart * apart;
            }
            double most = bounds[found[j]] + 0.32f - 0.22f * sqrtf(sum / 3);
            if (held == k && most < heap[0].score - 1e-5) continue;
            double home = worth(homes[me], homes[i]);
            if (held == k && most - 0.10 + 0.10 * home < heap[0].score - 1e-5) continue;
            if (i != me) offer((struct found){score(me, i, hours[found[j]], home), i});
        }
    }
}

static int by_rank(const void *a, const void *b) { return worse(*(struct found *)a, *(struct found *)b) ? 1 : -1; }
static int by_size(const void *a, const void *b) { return *(double *)a < *(double *)b ? -1 : *(double *)a > *(double *)b; }

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

int main(int count, char **arguments) {
    if (count < 2) { fprintf(stderr, "rank DIR [REPS]\n"); return 64; }
    int repetitions = count > 2 ? atoi(arguments[2]) : 5, spent = 0;
    load(arguments[1]);
    if (k > 1024 || k >= n) { fprintf(stderr, "k is too large\n"); return 1; }
    double start = now();
    prepare();
    double prepared = now() - start, checksum = 0, *times = malloc(sizeof(double) * (repetitions * query_count + 1));
    size_t top[3] = {0, 0, 0};
    search(queries[0]);
    for (int repetition = 0; repetition < repetitions; repetition++)
        for (size_t query = 0; query < query_count; query++) {
            start = now();
            search(queries[query]);
            qsort(heap, held, sizeof heap[0], by_rank);
            times[spent++] = now() - start;
            if (repetition) continue;
            for (size_t i = 0; i < held; i++) checksum += heap[i].score;
            for (int i = 0; !query && i < 3; i++) top[i] = heap[i].who;
        }
    qsort(times, spent, sizeof(double), by_size);
    printf(
        "{\"impl\": \"c bit-sliced\", \"n\": %zu, \"vocab\": %zu, \"prepare_ms\": %.1f, \"top3\": [%zu, %zu, %zu], "
        "\"query_ms\": [%.4f, %.4f, %.4f], \"checksum\": %.4f}\n",
        n, vocab, prepared, top[0], top[1], top[2], times[0], times[spent / 2], times[spent - 1], checksum);
}
