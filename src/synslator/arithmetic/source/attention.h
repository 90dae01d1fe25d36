/* Attention, and layers of it and of linear maps. */

/* ---- attention ---------------------------------------------------------------------------------- */

/* Turn scores into shares; behind them is room for a vector. */
static void softmax(float *scores, long count) {
    store(scores + count, broadcast(-INFINITY));
    Floats top = load(scores), sum = broadcast(0);
    for (long i = LANES; i < count; i += LANES) top = max(top, load(scores + i));
    const Floats most = broadcast(max_of(top));
    for (long i = 0; i < count; i += LANES) {
        const Floats share = only(first(count - i), exp_of(sub(load(scores + i), most)));
        store(scores + i, share);
        sum = add(sum, share);
    }
    const Floats part = broadcast(1 / sum_of(sum));
    for (long i = 0; i < count; i += LANES) store(scores + i, mul(load(scores + i), part));
}

/* How well a query agrees with a key, in parts to be added up. */
INLINE Floats agree(const float *query, const float *key) {
    Floats sum = mul(load(query), load(key));
    for (int i = LANES; i < HEAD; i += LANES) sum = mul_add(load(query + i), load(key + i), sum);
    return sum;
}

/* One head of one row looks at `count` tokens. */
INLINE void look(const float *query, const float *keys, const float *values, long stride, const int64_t *tokens,
                 long count, float *scores, float *out) {
    float scaled[HEAD];
    for (int i = 0; i < HEAD; i += LANES) store(scaled + i, mul(load(query + i), broadcast(1 / sqrtf(HEAD))));
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
        Floats a = broadcast(0), b = a, c = a, d = a;
        for (t = 0; t < count; t++) {
            const float *value = values + tokens[t] * stride + i;
            const Floats share = broadcast(scores[t]);
            a = mul_add(share, load(value), a);
            b = mul_add(share, load(value + LANES), b);
            c = mul_add(share, load(value + 2 * LANES), c);
            d = mul_add(share, load(value + 3 * LANES), d);
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
#define SHARE(q) const Floats share##q = broadcast(scores[q * room + t]);
#define MIX(q)                                                            \
    sum##q##_0 = mul_add(share##q, v0, sum##q##_0);                    \
    sum##q##_1 = mul_add(share##q, v1, sum##q##_1);                    \
    if (SPAN > 2) {                                                       \
        sum##q##_2 = mul_add(share##q, v2, sum##q##_2);                \
        sum##q##_3 = mul_add(share##q, v3, sum##q##_3);                \
    }
#define NO_SUM(q) \
    Floats sum##q##_0 = broadcast(0), sum##q##_1 = sum##q##_0, sum##q##_2 = sum##q##_0, sum##q##_3 = sum##q##_0;
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
            store(scaled[q] + i, mul(load(queries[q] + i), broadcast(1 / sqrtf(HEAD))));
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

/* One head of up to four rows, `stride` numbers apart, looks at the same tokens. `scores` has room for four rows of
   `room` numbers; there stands then how much each row looked at each token. */
static void look_alike(const float *queries, long stride, long rows, const float *keys, const float *values, long apart,
                       const int64_t *tokens, long count, float *scores, long room, float *out, long width) {
    if (rows == 1) {
        look(queries, keys, values, apart, tokens, count, scores, out);
        return;
    }
    const float *query[4];
    float *place[4];
    for (int q = 0; q < 4; q++) { /* where there are fewer rows, the last one is computed again */
        const long row = q < rows ? q : rows - 1;
        query[q] = queries + row * stride;
        place[q] = out + row * width;
    }
    look_together(query, keys, values, apart, tokens, count, scores, room, place);
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
            const long list = seen->lists[r];
            const float *key = seen->rows + keys + i, *value = seen->rows + values + i;
            for (next = r + 1; next < rows && next < r + 4 && seen->lists[next] == list;) next++;
            look_alike(queries + r * stride + i, stride, next - r, key, value, seen->stride,
                       seen->tokens + list * seen->most, seen->counts[list], scores, room, out + r * width + i, width);
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
