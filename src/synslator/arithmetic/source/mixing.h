/* What model and memory say together, as decoding/gate.py and decoding/knn.py have it. */

enum { FEATURES = 15, RECORD = 8, MOST_NEIGHBOURS = 64 };
static const float FAR = 2, MOST_SHARE = 0.99f, UNLIKELY = -14, NEVER = 1e-30f;

static Neighbours of_row(const Neighbours *all, long row, long count) {
    const long at = row * count;
    return (Neighbours){all->distances + at, all->likeness + at,        all->said + at,
                               all->values + at,    all->best_likeness + row, all->brevity + row};
}

static int is_new(const int64_t *values, long place) {
    for (long i = 0; i < place; i++)
        if (values[i] == values[place]) return 0;
    return 1;
}

/* How much of the prediction the neighbours are given together, also by their record. */
static float trust(const Mixing *how, const Neighbours *found, float best, float record) {
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
        *found->best_likeness,
        (float)alike / count,
        (float)different / count,
        expf(best),
        expf(said),
        said,
        found->said[0] >= best - 1e-6f,
        *found->brevity,
    };
    float sum = how->record * record;
    for (long i = 0; i < FEATURES; i++) sum += how->gate[i] * features[i];
    return fminf(1 / (1 + expf(-fminf(fmaxf(sum, -30), 30))), MOST_SHARE);
}

/* How the neighbours share what they are given; returns 0 if all are out of reach. */
static int weigh(const Mixing *how, const Neighbours *found, float *weights) {
    float top = -INFINITY, sum = 0;
    for (long i = 0; i < how->neighbours; i++) {
        const float score = how->likeness * found->likeness[i] - found->distances[i] / how->temperature;
        weights[i] = found->distances[i] <= how->reach ? score : -INFINITY;
        top = fmaxf(top, weights[i]);
    }
    const int any = top > -INFINITY;
    for (long i = 0; i < how->neighbours; i++) sum += weights[i] = any ? expf(weights[i] - top) : 0;
    for (long i = 0; i < how->neighbours; i++) weights[i] /= fmaxf(sum, TINY);
    return any;
}

/* What neighbours with a value are given together. */
static float given_to(int64_t piece, const int64_t *values, const float *shares, long count) {
    float sum = 0;
    for (long i = 0; i < count; i++) sum += values[i] == piece ? shares[i] : 0;
    return sum;
}

/* The mixture's `top` best of the model's `top` best pieces and the neighbours' values in each row: their
   log-probabilities and numbers, best first. */
void NAME(mix)(const Mixing *how, const Neighbours *all, long rows, const float *best,
               const int64_t *pieces, long top, float *scores, int64_t *chosen) {
    const long count = how->neighbours;
    for (long r = 0; r < rows; r++, best += top, pieces += top, scores += top, chosen += top) {
        const Neighbours found = of_row(all, r, count);
        float shares[MOST_NEIGHBOURS];
        const float given = weigh(how, &found, shares) ? trust(how, &found, best[0], 0) : 0;
        for (long i = 0; i < count; i++) shares[i] *= given;
        for (long i = 0; i < top; i++) {
            scores[i] = -INFINITY;
            chosen[i] = 0;
        }
        for (long i = 0; i < top; i++) {
            const float score = (1 - given) * expf(best[i]) + given_to(pieces[i], found.values, shares, count);
            if (score > scores[top - 1]) insert(score, pieces[i], top, scores, chosen);
        }
        for (long i = 0; i < count; i++) {
            const int64_t value = found.values[i];
            int known = !is_new(found.values, i) || shares[i] <= 0;
            for (long j = 0; j < top && !known; j++) known = pieces[j] == value;
            const float score = (1 - given) * expf(found.said[i]) + given_to(value, found.values, shares, count);
            if (!known && score > scores[top - 1]) insert(score, value, top, scores, chosen);
        }
        for (long i = 0; i < top; i++) scores[i] = logf(scores[i]);
    }
}

/* The neighbours' shares in rows that follow each other in one text, the logarithm of what is `left` to the model,
   and what the mixture says of the neighbours' values. `leads` are the neighbours' RECORD last ones before the first
   row; the others come from the pieces `following` the rows, and what the model `knew` of these. */
void NAME(share)(const Mixing *how, const Neighbours *all, long rows, const float *best,
                 const int64_t *following, const float *knew, const float *leads, float *shares, float *left,
                 float *raised) {
    const long count = how->neighbours;
    float last[RECORD];
    memcpy(last, leads, sizeof last);
    for (long r = 0; r < rows; r++, shares += count, raised += count) {
        const Neighbours found = of_row(all, r, count);
        const int any = weigh(how, &found, shares);
        float record = 0, part = 0.3f;
        for (long n = RECORD - 1; n >= 0; n--, part *= 0.7f) record += part * last[n];
        const float given = any ? trust(how, &found, best[r], record) : 0;
        if (r + 1 < rows) {
            const float known = given_to(following[r], found.values, shares, count);
            memmove(last, last + 1, sizeof last - sizeof *last);
            last[RECORD - 1] = any ? known - expf(knew[r]) : 0;
        }
        left[r] = log1pf(-given);
        for (long i = 0; i < count; i++) shares[i] *= given;
        for (long i = 0; i < count; i++) {
            const float score = (1 - given) * expf(found.said[i]);
            raised[i] = logf(fmaxf(score + given_to(found.values[i], found.values, shares, count), NEVER));
        }
    }
}
