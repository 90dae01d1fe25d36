/* Linear maps in eight bits, with what comes before and after them in a layer. */

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
    for (long i = 0; i < width; i += LANES)
        store_bytes(values + i, divide(load(x + i), broadcast(scale)), broadcast_int(middle));
}

/* Bytes around the middle; returns their scale. */
static float round_both(const float *x, long width, uint8_t *values) {
    Floats top = broadcast(TINY);
    for (long i = 0; i < width; i += LANES) top = max(top, absolute(load(x + i)));
    const float scale = max_of(top) * (1.0f / (MOST - MIDDLE));
    round_row(x, width, scale, MIDDLE, values);
    return scale;
}

/* Bytes from zero; what is below is zero, which makes it a ReLU. Returns their scale. */
static float round_positive(const float *x, long width, uint8_t *values) {
    Floats top = broadcast(TINY);
    for (long i = 0; i < width; i += LANES) top = max(top, load(x + i));
    const float scale = max_of(top) * (1.0f / MOST);
    round_row(x, width, scale, 0, values);
    return scale;
}

static void normalize_row(const Norm *norm, const float *x, float *out) {
    Floats sum = broadcast(0), squares = broadcast(0);
    for (long i = 0; i < norm->width; i += LANES) sum = add(sum, load(x + i));
    const Floats mean = broadcast(sum_of(sum) / norm->width);
    for (long i = 0; i < norm->width; i += LANES) {
        const Floats off = sub(load(x + i), mean);
        squares = mul_add(off, off, squares);
    }
    const Floats factor = broadcast(1 / sqrtf(sum_of(squares) / norm->width + EPSILON));
    for (long i = 0; i < norm->width; i += LANES) {
        const Floats off = mul(sub(load(x + i), mean), factor);
        store(out + i, mul_add(off, load(norm->gain + i), load(norm->bias + i)));
    }
}

/* Layer normalisation of rows. */
void NAME(normalize)(const Norm *norm, const float *x, long rows, float *out) {
    for (long r = 0; r < rows; r++) normalize_row(norm, x + r * norm->width, out + r * norm->width);
}

/* ---- multiplication ----------------------------------------------------------------------------- */

/* Scale the sums of one row and one vector of columns back, and put them where they belong. */
INLINE void put(Ints sum, const Matrix *matrix, long n, float scale, int middle, int more, float *place) {
    const Ints column = load_ints(matrix->sums + n);
    Floats product = scaled_difference(sum, column, broadcast_int(middle), load(matrix->scales + n));
    product = mul(product, broadcast(scale));
    if (matrix->bias) product = add(product, load(matrix->bias + n));
    store(place + n, more ? add(load(place + n), product) : product);
}

/* Up to six rows times a block of up to four vectors of columns. The sums have names of their own: those of an
   array would not stay in registers. */
#define ON_ROWS(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5)
#define ON_VECTORS(DO, r) DO(r, 0) DO(r, 1) DO(r, 2) DO(r, 3)
#define BEGIN(r) Ints sum##r##_0 = zero(), sum##r##_1 = zero(), sum##r##_2 = zero(), sum##r##_3 = zero();
#define DOT(r, v) \
    if (v < VECTORS) sum##r##_##v = dot(sum##r##_##v, bytes, columns##v);
#define STEP(r)                                       \
    if (r < count) {                                  \
        memcpy(&quad, values + r * inputs + k, QUAD); \
        const Ints bytes = broadcast_int(quad);            \
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
                   columns2 = VECTORS > 2 ? load_ints(packed + 2 * LANES * QUAD) : zero(),
                   columns3 = VECTORS > 3 ? load_ints(packed + 3 * LANES * QUAD) : zero();
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
