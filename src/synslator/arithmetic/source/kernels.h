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

#include "structures.h"

enum { COLUMNS = LANES * VECTORS, QUAD = 4, HEAD = 64, MIDDLE = 64, MOST = 127 };
static const float EPSILON = 1e-5f, TINY = 1e-9f;

#define INLINE static inline __attribute__((always_inline))

/* For numbers of at most zero. */
INLINE Floats exp_of(Floats x) {
    x = max(x, broadcast(-87));
    const Floats n = whole(mul(x, broadcast(1.44269504f)));
    x = mul_add(n, broadcast(-0.693359375f), x);
    x = mul_add(n, broadcast(2.12194440e-4f), x);
    Floats p = broadcast(1.0f / 720);
    p = mul_add(p, x, broadcast(1.0f / 120));
    p = mul_add(p, x, broadcast(1.0f / 24));
    p = mul_add(p, x, broadcast(1.0f / 6));
    p = mul_add(p, x, broadcast(0.5f));
    p = mul_add(p, x, broadcast(1));
    p = mul_add(p, x, broadcast(1));
    return mul(p, power_of_two(n));
}

#include "products.h"

#include "attention.h"

#include "choosing.h"

#include "reading.h"

#include "mixing.h"
