/* What model and memory say together, as decoding/gate.py and decoding/knn_beam.py have it. */

enum { FEATURES = 15, MOST_NEIGHBOURS = 64 };
static const float FAR = 2, MOST_SHARE = 0.99f, UNLIKELY = -14;

/* How to mix; without a gate, the neighbours' share falls with the distance of the nearest. */
struct mixing {
    long neighbours;
    float temperature, likeness, reach;
    const float *gate;
};

/* The neighbours of a row, nearest first, and what is known of its text. */
struct neighbours {
    const float *distances, *likeness, *said;
    const int64_t *values;
    float best_likeness, brevity;
};

static int is_new(const int64_t *values, long place) {
    for (long i = 0; i < place; i++)
        if (values[i] == values[place]) return 0;
    return 1;
}

/* How much of the prediction the neighbours are given together. */
static float trust(const struct mixing *how, const struct neighbours *found, float best) {
    const long count = how->neighbours;
    const float nearest = found->distances[0];
    if (!how->gate) return fminf(fmaxf(1 - nearest / fmaxf(how->reach, TINY), 0), MOST_SHARE);
    long alike = 0, different = 0;
    for (long i = 0; i < count; i++) {
        alike += found->values[i] == found->values[0];
        different += is_new(found->values, i);
    }
    const float near = fminf(nearest, FAR), said = fmaxf(found->said[0], UNLIKELY);
    const float features[FEATURES] = {
        1,
        near,
        sqrtf(near),
        fminf(found->distances[count > 1], FAR),
        fminf(found->distances[count / 2], FAR),
        fminf(found->distances[count - 1], FAR),
        found->likeness[0],
        found->best_likeness,
        (float)alike / count,
        (float)different / count,
        expf(best),
        expf(said),
        said,
        found->said[0] >= best - 1e-6f,
        found->brevity,
    };
    float sum = 0;
    for (long i = 0; i < FEATURES; i++) sum += how->gate[i] * features[i];
    return fminf(1 / (1 + expf(-fminf(fmaxf(sum, -30), 30))), MOST_SHARE);
}

/* How the neighbours share what they are given; returns the sum, which is 0 if all are out of reach. */
static float weigh(const struct mixing *how, const struct neighbours *found, float given, float *shares) {
    float top = -INFINITY, sum = 0;
    for (long i = 0; i < how->neighbours; i++) {
        const float score = how->likeness * found->likeness[i] - found->distances[i] / how->temperature;
        shares[i] = found->distances[i] <= how->reach ? score : -INFINITY;
        top = fmaxf(top, shares[i]);
    }
    if (top == -INFINITY) given = top = 0;
    for (long i = 0; i < how->neighbours; i++) sum += shares[i] = expf(shares[i] - top);
    for (long i = 0; i < how->neighbours; i++) shares[i] *= given / fmaxf(sum, TINY);
    return given;
}

/* What neighbours with a value are given together. */
static float given_to(int64_t piece, const int64_t *values, const float *shares, long count) {
    float sum = 0;
    for (long i = 0; i < count; i++) sum += values[i] == piece ? shares[i] : 0;
    return sum;
}

/* The mixture's `top` best of the model's `top` best pieces and the neighbours' values in each row: their
   log-probabilities and numbers, best first. */
void NAME(mix)(const struct mixing *how, long rows, const float *distances, const int64_t *values,
               const float *likeness, const float *said, const float *best_likeness, const float *brevity,
               const float *best, const int64_t *pieces, long top, float *scores, int64_t *chosen) {
    const long count = how->neighbours;
    for (long r = 0; r < rows; r++, best += top, pieces += top, scores += top, chosen += top) {
        const long at = r * count;
        const struct neighbours found = {distances + at, likeness + at,     said + at,
                                         values + at,    best_likeness[r], brevity[r]};
        float shares[MOST_NEIGHBOURS];
        const float left = 1 - weigh(how, &found, trust(how, &found, best[0]), shares);
        for (long i = 0; i < top; i++) {
            scores[i] = -INFINITY;
            chosen[i] = 0;
        }
        for (long i = 0; i < top; i++) {
            const float score = left * expf(best[i]) + given_to(pieces[i], found.values, shares, count);
            if (score > scores[top - 1]) insert(score, pieces[i], top, scores, chosen);
        }
        for (long i = 0; i < count; i++) {
            int known = !is_new(found.values, i) || shares[i] <= 0;
            for (long j = 0; j < top && !known; j++) known = pieces[j] == found.values[i];
            const float score = left * expf(found.said[i]) + given_to(found.values[i], found.values, shares, count);
            if (!known && score > scores[top - 1]) insert(score, found.values[i], top, scores, chosen);
        }
        for (long i = 0; i < top; i++) scores[i] = logf(scores[i]);
    }
}
