/* What callers hand over, and the number of this agreement.

   `arithmetic/library.py` repeats the structures for ctypes. Whoever changes one of them, or what a function takes,
   raises ABI in both places: a library of another number is refused when it is opened. */

#include <stdint.h>

enum { ABI = 4 };

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

/* A decoder: what pieces become, and the layers. */
typedef struct {
    const int8_t *embedding;
    const float *embedding_scales; /* of each piece */
    long layers;
    const Layer *const *layer;
    const Norm *norm;
} Decoder;

/* A hypothesis that reads new pieces, and is asked about the last `keep` of them. Of piece t that it has read, key and
   value of layer after layer are in row `tokens[t]`, rows `stride` numbers apart; those of the new ones are written
   there. `waves` are the positions of the new pieces. The keys and values of its source, `length` rows of both, are
   those of `source[layer]`; `attention` is how much each new piece looks at each of them. The log-probabilities after
   each of the last pieces are a row of `scores`, as wide as `output`, whose columns behind the first `pieces` are
   empty. */
typedef struct {
    long before, fresh, keep;
    const int64_t *ids, *tokens;
    const float *waves;
    float *rows;
    long stride;
    const float *const *source;
    long length;
    float *attention;
    const Matrix *output;
    long pieces;
    float *scores;
} Reading;

/* How to mix; without a gate, the neighbours' share falls with the distance of the nearest. */
typedef struct {
    long neighbours;
    float temperature, likeness, reach, record;
    const float *gate;
} Mixing;

/* The neighbours of rows, nearest first: of each how far and how like it is, its value, and what the model says of
   that; and of each row what is known of its text. */
typedef struct {
    const float *distances, *likeness, *said;
    const int64_t *values;
    const float *best_likeness, *brevity;
} Neighbours;
