/* The best of many scores, and the nearest of many keys. */

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
   the log-probabilities of those `asked` for, a list for each of the row's `lists`. Of equals, the first is best.
   Behind a row's scores there is room for a vector. */
void NAME(choose)(const float *scores, long rows, long count, long stride, long top, float *best, int64_t *numbers,
                  const int64_t *asked, long questions, const int64_t *lists, float *said) {
    for (long r = 0; r < rows; r++, scores += stride, best += top, numbers += top) {
        for (long i = 0; i < top; i++) {
            best[i] = -INFINITY;
            numbers[i] = 0;
        }
        for (long i = 0; i < count; i += LANES) {
            unsigned better = larger_than(load(scores + i), broadcast(best[top - 1]), first(count - i));
            for (; better; better &= better - 1) {
                const long number = i + __builtin_ctz(better);
                if (scores[number] > best[top - 1]) insert(scores[number], number, top, best, numbers);
            }
        }
        Floats sum = broadcast(0);
        for (long i = 0; i < count; i += LANES)
            sum = add(sum, only(first(count - i), exp_of(sub(load(scores + i), broadcast(best[0])))));
        const float total = best[0] + logf(sum_of(sum));
        const int64_t *mine = asked + (questions ? lists[r] * questions : 0);
        for (long i = 0; i < questions; i++) said[r * questions + i] = scores[mine[i]] - total;
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

/* Four states and PAIRED keys at a time: the products of each key. */
enum { PAIRED = 2 };
INLINE void agree_four(const float *const *states, const int8_t *const *keys, long width, float (*products)[4]) {
    Floats sums[PAIRED][4];
    for (int k = 0; k < PAIRED; k++)
        for (int q = 0; q < 4; q++) sums[k][q] = broadcast(0);
    for (long i = 0; i < width; i += LANES) {
        Floats here[PAIRED];
        for (int k = 0; k < PAIRED; k++) here[k] = load_bytes(keys[k] + i);
        for (int q = 0; q < 4; q++) {
            const Floats state = load(states[q] + i);
            for (int k = 0; k < PAIRED; k++) sums[k][q] = mul_add(state, here[k], sums[k][q]);
        }
    }
    for (int k = 0; k < PAIRED; k++)
        _mm_storeu_ps(products[k], sums_of(sums[k][0], sums[k][1], sums[k][2], sums[k][3]));
}

/* The `count` nearest keys, of numbers in eight bits times the key's scale, of each row: squared distances as a share
   of the width, nearest first, and their numbers in the row's list. Where there are fewer, the rest is infinitely far.
   Of equals, the first is nearer. */
void NAME(nearest)(const float *states, long rows, long width, const int64_t *lists, const int8_t *const *keys,
                   const float *const *scales, const float *const *norms, const int64_t *counts, long count,
                   float *near, int64_t *numbers) {
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
            Floats squares = broadcast(0);
            for (long i = 0; i < width; i += LANES) squares = mul_add(load(four[q] + i), load(four[q] + i), squares);
            own[q] = sum_of(squares);
        }
        for (long first = 0; first < counts[list]; first += PAIRED) {
            const int8_t *some[PAIRED];
            float products[PAIRED][4];
            for (long k = 0; k < PAIRED; k++)
                some[k] = keys[list] + (first + k < counts[list] ? first + k : first) * width;
            agree_four(four, some, width, products);
            for (long k = first; k < first + PAIRED && k < counts[list]; k++)
                for (long q = 0; q < next - r; q++) {
                    const float product = scales[list][k] * products[k - first][q];
                    const float distance = fmaxf(own[q] + norms[list][k] - 2 * product, 0) / width;
                    const long row = (r + q) * count;
                    if (distance < near[row + count - 1])
                        insert_near(distance, k, count, near + row, numbers + row);
                }
        }
    }
}
