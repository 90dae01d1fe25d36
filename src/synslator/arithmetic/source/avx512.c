/* Vectors of processors with AVX-512 and its byte instructions. */

#include <immintrin.h>
#include <stdint.h>

#define NAME(function) function##_avx512
enum { LANES = 16, VECTORS = 4, ROWS = 6, SPAN = 4 };

typedef __m512 Floats;
typedef __m512i Ints;
typedef __mmask16 Flags;

static inline Floats load(const float *x) { return _mm512_loadu_ps(x); }
static inline Floats load_bytes(const int8_t *x) {
    return _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm_loadu_si128((const __m128i *)x)));
}
static inline void store(float *x, Floats y) { _mm512_storeu_ps(x, y); }
static inline Floats broadcast(float x) { return _mm512_set1_ps(x); }
static inline Floats add(Floats x, Floats y) { return _mm512_add_ps(x, y); }
static inline Floats sub(Floats x, Floats y) { return _mm512_sub_ps(x, y); }
static inline Floats mul(Floats x, Floats y) { return _mm512_mul_ps(x, y); }
static inline Floats divide(Floats x, Floats y) { return _mm512_div_ps(x, y); }
static inline Floats mul_add(Floats x, Floats y, Floats z) { return _mm512_fmadd_ps(x, y, z); }
static inline Floats max(Floats x, Floats y) { return _mm512_max_ps(x, y); }
static inline Floats absolute(Floats x) { return _mm512_abs_ps(x); }
static inline Floats whole(Floats x) { return _mm512_roundscale_ps(x, _MM_FROUND_TO_NEAREST_INT); }
static inline Floats power_of_two(Floats x) { return _mm512_scalef_ps(_mm512_set1_ps(1), x); }
static inline float sum_of(Floats x) { return _mm512_reduce_add_ps(x); }
static inline float max_of(Floats x) { return _mm512_reduce_max_ps(x); }

/* The first `count` flags, and which numbers are larger. */
static inline Flags first(long count) { return count < LANES ? (1u << count) - 1 : 0xffff; }
static inline Floats only(Flags flags, Floats x) { return _mm512_maskz_mov_ps(flags, x); }
static inline unsigned larger_than(Floats x, Floats y, Flags flags) {
    return _mm512_mask_cmp_ps_mask(flags, x, y, _CMP_GT_OQ);
}

/* The sums of four vectors. */
static inline __m256 halves(Floats x) {
    return _mm256_add_ps(_mm512_castps512_ps256(x), _mm512_extractf32x8_ps(x, 1));
}
static inline __m128 sums_of(Floats a, Floats b, Floats c, Floats d) {
    const __m256 all = _mm256_hadd_ps(_mm256_hadd_ps(halves(a), halves(b)), _mm256_hadd_ps(halves(c), halves(d)));
    return _mm_add_ps(_mm256_castps256_ps128(all), _mm256_extractf128_ps(all, 1));
}

static inline Ints load_ints(const void *x) { return _mm512_loadu_si512(x); }
static inline Ints broadcast_int(int32_t x) { return _mm512_set1_epi32(x); }
static inline Ints zero(void) { return _mm512_setzero_si512(); }
static inline Floats scaled_difference(Ints sum, Ints column, Ints middle, Floats scale) {
    const Ints off = _mm512_mullo_epi32(column, middle);
    return _mm512_mul_ps(_mm512_cvtepi32_ps(_mm512_sub_epi32(sum, off)), scale);
}

/* Numbers to bytes, rounded, `middle` added; what is below zero is zero. */
static inline void store_bytes(uint8_t *place, Floats x, Ints middle) {
    const Ints rounded = _mm512_add_epi32(_mm512_cvtps_epi32(x), middle);
    _mm_storeu_si128((__m128i *)place, _mm512_cvtusepi32_epi8(_mm512_max_epi32(rounded, zero())));
}

/* Add the products of four bytes each. Given the intrinsic, compilers copy every sum to memory and back. */
static inline Ints dot(Ints sum, Ints bytes, Ints columns) {
    __asm__("vpdpbusd %2, %1, %0" : "+v"(sum) : "v"(bytes), "v"(columns));
    return sum;
}

#include "kernels.h"
