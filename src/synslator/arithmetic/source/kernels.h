/* The arithmetic of a Transformer in eight bits, for whatever vectors the including file describes.

   What a graph does in ten operators (normalise, find a scale, round to bytes, multiply, scale back, add a
   bias, add to what was there) is one pass here, and attention reads keys and values where they lie. The
   numbers are those of the package's graphs: bytes with seven bits, a scale for every token, see
   training/export/blocks.py. Rows are independent of each other.

   Matrices are packed for the multiplication: blocks of columns; in a block, four rows of the matrix after
   another, each as so many columns of four bytes. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = LANES * VECTORS, QUAD = 4, HEAD = 64, MIDDLE = 64, MOST = 127 };
static const float EPSILON = 1e-5f, TINY = 1e-9f;

#define INLINE static inline __attribute__((always_inline))

typedef struct {
    long inputs, outputs; /* both multiples of 64, if with empty columns */
    const int8_t *packed;
    const int32_t *sums;  /* of each column */
    const float *scales;  /* of each column */
    const float *bias;    /* of each column, or none */
} Matrix;

typedef struct {
    long width;
    const float *gain, *bias;
} Norm;

/* What rows look at: keys and values are rows `stride` numbers apart. List l has `counts[l]` of them, whose
   numbers are in `tokens[l * most ...]`; row r looks at those of list `lists[r]`. */
typedef struct {
    float *rows;
    long stride;
    const int64_t *tokens;
    long most;
    const int64_t *counts, *lists;
} Seen;

/* A layer of encoder or decoder; an encoder's has nothing for sources. */
typedef struct {
    const Norm *norm;
    const Matrix *fused, *out; /* attention of rows to rows of their kind: queries, keys and values at once */
    const Norm *source_norm;
    const Matrix *query, *source_out;
    const Norm *feed_norm;
    const Matrix *inner, *outer;
} Layer;

/* ---- packing ------------------------------------------------------------------------------------ */

/* Where four bytes of a column belong. */
INLINE int8_t *packed_at(int8_t *packed, long inputs, long k, long n) {
    return packed + n / COLUMNS * COLUMNS * inputs + (k / QUAD * COLUMNS + n % COLUMNS) * QUAD;
}

/* Pack a matrix (inputs, outputs). `sums` holds zeros. */
void NAME(pack)(const int8_t *values, long inputs, long outputs, int8_t *packed, int32_t *sums) {
    for (long k = 0; k < inputs; k++)
        for (long n = 0; n < outputs; n++) {
            const int8_t value = values[k * outputs + n];
            packed_at(packed, inputs, k, n)[k % QUAD] = value;
            sums[n] += value;
        }
}

/* Pack the matrix whose columns are some rows of a table. `sums` holds zeros. */
void NAME(pack_rows)(const int8_t *table, long inputs, const int64_t *rows, long count, int8_t *packed,
                     int32_t *sums) {
    for (long n = 0; n < count; n++) {
        const int8_t *row = table + rows[n] * inputs;
        for (long k = 0; k < inputs; k += QUAD) memcpy(packed_at(packed, inputs, k, n), row + k, QUAD);
        for (long k = 0; k < inputs; k++) sums[n] += row[k];
    }
}

/* ---- activations to bytes ----------------------------------------------------------------------- */

INLINE void round_row(const float *x, long width, float scale, int middle, uint8_t *values) {
    for (long i = 0; i < width; i += LANES) store_bytes(values + i, over(load(x + i), same(scale)), same_int(middle));
}

/* Bytes around the middle; returns their scale. */
static float round_both(const float *x, long width, uint8_t *values) {
    Floats top = same(TINY);
    for (long i = 0; i < width; i += LANES) top = larger(top, absolute(load(x + i)));
    const float scale = largest_of(top) * (1.0f / (MOST - MIDDLE));
    round_row(x, width, scale, MIDDLE, values);
    return scale;
}

/* Bytes from zero; what is below is zero, which makes it a ReLU. Returns their scale. */
static float round_positive(const float *x, long width, uint8_t *values) {
    Floats top = same(TINY);
    for (long i = 0; i < width; i += LANES) top = larger(top, load(x + i));
    const float scale = largest_of(top) * (1.0f / MOST);
    round_row(x, width, scale, 0, values);
    return scale;
}

static void normalize_row(const Norm *norm, const float *x, float *out) {
    Floats sum = same(0), squares = same(0);
    for (long i = 0; i < norm->width; i += LANES) sum = add(sum, load(x + i));
    const Floats mean = same(sum_of(sum) / norm->width);
    for (long i = 0; i < norm->width; i += LANES) {
        const Floats off = subtract(load(x + i), mean);
        squares = times_plus(off, off, squares);
    }
    const Floats factor = same(1 / sqrtf(sum_of(squares) / norm->width + EPSILON));
    for (long i = 0; i < norm->width; i += LANES) {
        const Floats off = times(subtract(load(x + i), mean), factor);
        store(out + i, times_plus(off, load(norm->gain + i), load(norm->bias + i)));
    }
}

/* Layer normalisation of rows. */
void NAME(normalize)(const Norm *norm, const float *x, long rows, float *out) {
    for (long r = 0; r < rows; r++) normalize_row(norm, x + r * norm->width, out + r * norm->width);
}

/* ---- multiplication ----------------------------------------------------------------------------- */

/* Scale the sums of one row and one vector of columns back, and put them where they belong. */
INLINE void put(Ints sum, const Matrix *matrix, long n, float scale, int middle, int more, float *place) {
    Floats product = scaled_difference(sum, load_ints(matrix->sums + n), same_int(middle), load(matrix->scales + n));
    product = times(product, same(scale));
    if (matrix->bias) product = add(product, load(matrix->bias + n));
    store(place + n, more ? add(load(place + n), product) : product);
}

/* Up to six rows times a block of up to four vectors of columns. The sums have names of their own: those of an
   array would not stay in registers. */
#define ON_ROWS(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5)
#define ON_VECTORS(DO, r) DO(r, 0) DO(r, 1) DO(r, 2) DO(r, 3)
#define BEGIN(r) Ints sum##r##_0 = nothing(), sum##r##_1 = nothing(), sum##r##_2 = nothing(), sum##r##_3 = nothing();
#define DOT(r, v) \
    if (v < VECTORS) sum##r##_##v = dot(sum##r##_##v, bytes, columns##v);
#define STEP(r)                                       \
    if (r < count) {                                  \
        memcpy(&quad, values + r * inputs + k, QUAD); \
        const Ints bytes = same_int(quad);            \
        ON_VECTORS(DOT, r)                            \
    }
#define PUT(r, v) \
    if (v < VECTORS) put(sum##r##_##v, matrix, block + v * LANES, scales[r], middle, more, out + r * stride);
#define END(r) \
    if (r < count) { ON_VECTORS(PUT, r) }

INLINE void tile(const int count, const Matrix *matrix, long block, const uint8_t *values, const float *scales,
                 int middle, int more, float *out, long stride) {
    const long inputs = matrix->inputs;
    const int8_t *packed = matrix->packed + block * inputs;
    ON_ROWS(BEGIN)
    for (long k = 0; k < inputs; k += QUAD, packed += COLUMNS * QUAD) {
        int32_t quad;
        const Ints columns0 = load_ints(packed), columns1 = load_ints(packed + LANES * QUAD),
                   columns2 = VECTORS > 2 ? load_ints(packed + 2 * LANES * QUAD) : nothing(),
                   columns3 = VECTORS > 3 ? load_ints(packed + 3 * LANES * QUAD) : nothing();
        ON_ROWS(STEP)
    }
    ON_ROWS(END)
}

static void multiply(const Matrix *matrix, const uint8_t *values, const float *scales, long rows, int middle, int more,
                     float *out, long stride) {
    for (long block = 0; block < matrix->outputs; block += COLUMNS)
        for (long r = 0; r < rows; r += ROWS) {
            const uint8_t *from = values + r * matrix->inputs;
            float *to = out + r * stride;
#define TILE(count) tile(count, matrix, block, from, scales + r, middle, more, to, stride)
            switch (rows - r < ROWS ? rows - r : ROWS) {
            case 1: TILE(1); break;
            case 2: TILE(2); break;
            case 3: TILE(3); break;
            case 4: TILE(4); break;
            case 5: TILE(5); break;
            case 6: TILE(6); break;
            }
        }
}

/* A linear map of rows: normalised before it where a norm is given, through a ReLU where `relu`, and added to
   what is in `out` where `more`. Rows of `out` are `stride` numbers apart. Returns 0, or 1 where there is no
   memory for it. */
int NAME(linear)(const Matrix *matrix, const Norm *norm, const float *x, long rows, int relu, int more, float *out,
                 long stride) {
    const long inputs = matrix->inputs;
    float *normal = malloc((inputs + rows) * sizeof(float) + rows * inputs);
    if (!normal) return 1;
    float *scales = normal + inputs;
    uint8_t *values = (uint8_t *)(scales + rows);
    for (long r = 0; r < rows; r++) {
        const float *row = x + r * inputs;
        if (norm) {
            normalize_row(norm, row, normal);
            row = normal;
        }
        scales[r] = (relu ? round_positive : round_both)(row, inputs, values + r * inputs);
    }
    multiply(matrix, values, scales, rows, relu ? 0 : MIDDLE, more, out, stride);
    free(normal);
    return 0;
}

/* ---- attention ---------------------------------------------------------------------------------- */

/* For numbers of at most zero. */
INLINE Floats exp_of(Floats x) {
    x = larger(x, same(-87));
    const Floats n = whole(times(x, same(1.44269504f)));
    x = times_plus(n, same(-0.693359375f), x);
    x = times_plus(n, same(2.12194440e-4f), x);
    Floats p = same(1.0f / 720);
    p = times_plus(p, x, same(1.0f / 120));
    p = times_plus(p, x, same(1.0f / 24));
    p = times_plus(p, x, same(1.0f / 6));
    p = times_plus(p, x, same(0.5f));
    p = times_plus(p, x, same(1));
    p = times_plus(p, x, same(1));
    return times(p, power_of_two(n));
}

/* Turn scores into shares; behind them is room for a vector. */
static void softmax(float *scores, long count) {
    store(scores + count, same(-INFINITY));
    Floats top = load(scores), sum = same(0);
    for (long i = LANES; i < count; i += LANES) top = larger(top, load(scores + i));
    const Floats most = same(largest_of(top));
    for (long i = 0; i < count; i += LANES) {
        const Floats share = only(first(count - i), exp_of(subtract(load(scores + i), most)));
        store(scores + i, share);
        sum = add(sum, share);
    }
    const Floats part = same(1 / sum_of(sum));
    for (long i = 0; i < count; i += LANES) store(scores + i, times(load(scores + i), part));
}

/* How well a query agrees with a key, in parts to be added up. */
INLINE Floats agree(const float *query, const float *key) {
    Floats sum = times(load(query), load(key));
    for (int i = LANES; i < HEAD; i += LANES) sum = times_plus(load(query + i), load(key + i), sum);
    return sum;
}

/* One head of one row looks at `count` tokens. */
INLINE void look(const float *query, const float *keys, const float *values, long stride, const int64_t *tokens,
                 long count, float *scores, float *out) {
    float scaled[HEAD];
    for (int i = 0; i < HEAD; i += LANES) store(scaled + i, times(load(query + i), same(1 / sqrtf(HEAD))));
    long t = 0;
    for (; t + 4 <= count; t += 4)
        _mm_storeu_ps(scores + t,
                      sums_of(agree(scaled, keys + tokens[t] * stride), agree(scaled, keys + tokens[t + 1] * stride),
                              agree(scaled, keys + tokens[t + 2] * stride), agree(scaled, keys + tokens[t + 3] * stride)));
    for (; t < count; t++) { /* in the same order as the others */
        const Floats parts = agree(scaled, keys + tokens[t] * stride);
        scores[t] = _mm_cvtss_f32(sums_of(parts, parts, parts, parts));
    }
    softmax(scores, count);
    for (int i = 0; i < HEAD; i += 4 * LANES) {
        Floats a = same(0), b = a, c = a, d = a;
        for (t = 0; t < count; t++) {
            const float *value = values + tokens[t] * stride + i;
            const Floats share = same(scores[t]);
            a = times_plus(share, load(value), a);
            b = times_plus(share, load(value + LANES), b);
            c = times_plus(share, load(value + 2 * LANES), c);
            d = times_plus(share, load(value + 3 * LANES), d);
        }
        store(out + i, a);
        store(out + i + LANES, b);
        store(out + i + 2 * LANES, c);
        store(out + i + 3 * LANES, d);
    }
}

/* Four rows look at the same tokens, which are fetched once for all of them. `scores` has `most` and room for a
   vector for each. */
#define ON_FOUR(DO) DO(0) DO(1) DO(2) DO(3)
#define SHARE(q) const Floats share##q = same(scores[q * room + t]);
#define MIX(q)                                                            \
    sum##q##_0 = times_plus(share##q, v0, sum##q##_0);                    \
    sum##q##_1 = times_plus(share##q, v1, sum##q##_1);                    \
    if (SPAN > 2) {                                                       \
        sum##q##_2 = times_plus(share##q, v2, sum##q##_2);                \
        sum##q##_3 = times_plus(share##q, v3, sum##q##_3);                \
    }
#define NO_SUM(q) Floats sum##q##_0 = same(0), sum##q##_1 = sum##q##_0, sum##q##_2 = sum##q##_0, sum##q##_3 = sum##q##_0;
#define KEEP(q)                                                           \
    store(out[q] + i, sum##q##_0);                                        \
    store(out[q] + i + LANES, sum##q##_1);                                \
    if (SPAN > 2) {                                                       \
        store(out[q] + i + 2 * LANES, sum##q##_2);                        \
        store(out[q] + i + 3 * LANES, sum##q##_3);                        \
    }

INLINE void look_together(const float *const *queries, const float *keys, const float *values, long stride,
                          const int64_t *tokens, long count, float *scores, long room, float *const *out) {
    float scaled[4][HEAD];
    for (int q = 0; q < 4; q++)
        for (int i = 0; i < HEAD; i += LANES)
            store(scaled[q] + i, times(load(queries[q] + i), same(1 / sqrtf(HEAD))));
    for (long t = 0; t < count; t++) {
        const float *key = keys + tokens[t] * stride;
        float four[4];
        _mm_storeu_ps(four, sums_of(agree(scaled[0], key), agree(scaled[1], key), agree(scaled[2], key),
                                    agree(scaled[3], key)));
        for (int q = 0; q < 4; q++) scores[q * room + t] = four[q];
    }
    for (int q = 0; q < 4; q++) softmax(scores + q * room, count);
    for (int i = 0; i < HEAD; i += SPAN * LANES) {
        ON_FOUR(NO_SUM)
        for (long t = 0; t < count; t++) {
            const float *value = values + tokens[t] * stride + i;
            const Floats v0 = load(value), v1 = load(value + LANES), v2 = SPAN > 2 ? load(value + 2 * LANES) : v0,
                         v3 = SPAN > 2 ? load(value + 3 * LANES) : v0;
            ON_FOUR(SHARE)
            ON_FOUR(MIX)
        }
        ON_FOUR(KEEP)
    }
}

/* Rows look at what they see, with heads of 64 numbers; keys and values begin at these columns of it. Queries are
   `stride` numbers apart. A head of all rows comes before the next head, so that its keys and values stay near.
   Returns as `linear` does. */
int NAME(attend)(const float *queries, long stride, const Seen *seen, long keys, long values, long rows, long width,
                 float *out) {
    const long room = seen->most + LANES;
    float *scores = malloc(4 * room * sizeof(float));
    if (!scores) return 1;
    for (long i = 0; i < width; i += HEAD)
        for (long r = 0, next; r < rows; r = next) {
            const long list = seen->lists[r], count = seen->counts[list];
            const int64_t *tokens = seen->tokens + list * seen->most;
            const float *key = seen->rows + keys + i, *value = seen->rows + values + i;
            for (next = r + 1; next < rows && next < r + 4 && seen->lists[next] == list;) next++;
            if (next == r + 1) {
                look(queries + r * stride + i, key, value, seen->stride, tokens, count, scores, out + r * width + i);
                continue;
            }
            const float *query[4];
            float *place[4];
            for (int q = 0; q < 4; q++) { /* where there are fewer rows, the last one is computed again */
                const long row = r + q < next ? r + q : next - 1;
                query[q] = queries + row * stride + i;
                place[q] = out + row * width + i;
            }
            look_together(query, key, value, seen->stride, tokens, count, scores, room, place);
        }
    free(scores);
    return 0;
}

/* ---- layers ------------------------------------------------------------------------------------- */

/* Take rows through a layer. Their queries, keys and values are written among those of rows before them, from
   row `first` of what `own` shows on. Returns as `linear` does. */
int NAME(layer)(const Layer *layer, float *states, long rows, const Seen *own, long first, const Seen *source) {
    const long width = layer->fused->inputs, wide = layer->inner->outputs;
    float *fused = own->rows + first * own->stride, *mixed = malloc(rows * (2 * width + wide) * sizeof(float));
    if (!mixed) return 1;
    float *queries = mixed + rows * width, *inner = queries + rows * width;
    int failed = NAME(linear)(layer->fused, layer->norm, states, rows, 0, 0, fused, own->stride) ||
                 NAME(attend)(fused, own->stride, own, width, 2 * width, rows, width, mixed) ||
                 NAME(linear)(layer->out, 0, mixed, rows, 0, 1, states, width);
    if (source && !failed)
        failed = NAME(linear)(layer->query, layer->source_norm, states, rows, 0, 0, queries, width) ||
                 NAME(attend)(queries, width, source, 0, width, rows, width, mixed) ||
                 NAME(linear)(layer->source_out, 0, mixed, rows, 0, 1, states, width);
    failed = failed || NAME(linear)(layer->inner, layer->feed_norm, states, rows, 0, 0, inner, wide) ||
             NAME(linear)(layer->outer, 0, inner, rows, 1, 1, states, width);
    free(mixed);
    return failed;
}

/* ---- the best pieces ---------------------------------------------------------------------------- */

static void insert(float score, int64_t number, long top, float *best, int64_t *numbers) {
    long place = top - 1;
    for (; place > 0 && best[place - 1] < score; place--) {
        best[place] = best[place - 1];
        numbers[place] = numbers[place - 1];
    }
    best[place] = score;
    numbers[place] = number;
}

/* The log-probabilities of the `top` best of `count` scores in each row, `stride` apart, and their numbers, and
   the log-probabilities of those `asked` for. Of equals, the first is the best. */
void NAME(choose)(const float *scores, long rows, long count, long stride, long top, float *best, int64_t *numbers,
                  const int64_t *asked, long questions, float *said) {
    for (long r = 0; r < rows; r++, scores += stride, best += top, numbers += top) {
        for (long i = 0; i < top; i++) {
            best[i] = -INFINITY;
            numbers[i] = 0;
        }
        for (long i = 0; i < count; i += LANES) {
            unsigned better = larger_than(load(scores + i), same(best[top - 1]), first(count - i));
            for (; better; better &= better - 1) {
                const long number = i + __builtin_ctz(better);
                if (scores[number] > best[top - 1]) insert(scores[number], number, top, best, numbers);
            }
        }
        Floats sum = same(0);
        for (long i = 0; i < count; i += LANES)
            sum = add(sum, only(first(count - i), exp_of(subtract(load(scores + i), same(best[0])))));
        const float total = best[0] + logf(sum_of(sum));
        for (long i = 0; i < questions; i++) said[r * questions + i] = scores[asked[r * questions + i]] - total;
        for (long i = 0; i < top; i++) best[i] -= total;
    }
}

/* ---- the nearest keys --------------------------------------------------------------------------- */

static void insert_near(float distance, int64_t number, long count, float *near, int64_t *numbers) {
    long place = count - 1;
    for (; place > 0 && near[place - 1] > distance; place--) {
        near[place] = near[place - 1];
        numbers[place] = numbers[place - 1];
    }
    near[place] = distance;
    numbers[place] = number;
}

/* Four states and a key at a time. */
INLINE __m128 agree_four(const float *const *states, const uint16_t *key, long width) {
    Floats a = same(0), b = a, c = a, d = a;
    for (long i = 0; i < width; i += LANES) {
        const Floats here = load_halves(key + i);
        a = times_plus(load(states[0] + i), here, a);
        b = times_plus(load(states[1] + i), here, b);
        c = times_plus(load(states[2] + i), here, c);
        d = times_plus(load(states[3] + i), here, d);
    }
    return sums_of(a, b, c, d);
}

/* The `count` nearest keys, of numbers in sixteen bits, of each row: squared distances as a share of the width, nearest first, and their
   numbers in the row's list. Where there are fewer, the rest is infinitely far. Of equals, the first is nearer. */
void NAME(nearest)(const float *states, long rows, long width, const int64_t *lists, const uint16_t *const *keys,
                   const float *const *norms, const int64_t *counts, long count, float *near, int64_t *numbers) {
    for (long i = 0; i < rows * count; i++) {
        near[i] = INFINITY;
        numbers[i] = 0;
    }
    for (long r = 0, next; r < rows; r = next) {
        const long list = lists[r];
        for (next = r + 1; next < rows && next < r + 4 && lists[next] == list;) next++;
        const float *four[4];
        float own[4];
        for (int q = 0; q < 4; q++) {
            four[q] = states + (r + q < next ? r + q : next - 1) * width;
            Floats squares = same(0);
            for (long i = 0; i < width; i += LANES) squares = times_plus(load(four[q] + i), load(four[q] + i), squares);
            own[q] = sum_of(squares);
        }
        for (long k = 0; k < counts[list]; k++) {
            float products[4];
            _mm_storeu_ps(products, agree_four(four, keys[list] + k * width, width));
            for (long q = 0; q < next - r; q++) {
                const float distance = fmaxf(own[q] + norms[list][k] - 2 * products[q], 0) / width;
                const long row = (r + q) * count;
                if (distance < near[row + count - 1]) insert_near(distance, k, count, near + row, numbers + row);
            }
        }
    }
}
