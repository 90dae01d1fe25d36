/* Vectors of processors with AVX2. */

#include <immintrin.h>
#include <stdint.h>

#define NAME(function) function##_avx2
enum { LANES = 8, VECTORS = 2, ROWS = 4, SPAN = 2 };

typedef __m256 Floats;
typedef __m256i Ints;
typedef __m256 Flags;

static inline Floats load(const float *x) { return _mm256_loadu_ps(x); }
static inline Floats load_bytes(const int8_t *x) {
    return _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i *)x)));
}
static inline void store(float *x, Floats y) { _mm256_storeu_ps(x, y); }
static inline Floats broadcast(float x) { return _mm256_set1_ps(x); }
static inline Floats add(Floats x, Floats y) { return _mm256_add_ps(x, y); }
static inline Floats sub(Floats x, Floats y) { return _mm256_sub_ps(x, y); }
static inline Floats mul(Floats x, Floats y) { return _mm256_mul_ps(x, y); }
static inline Floats divide(Floats x, Floats y) { return _mm256_div_ps(x, y); }
static inline Floats mul_add(Floats x, Floats y, Floats z) { return _mm256_fmadd_ps(x, y, z); }
static inline Floats max(Floats x, Floats y) { return _mm256_max_ps(x, y); }
static inline Floats absolute(Floats x) { return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), x); }
static inline Floats whole(Floats x) { return _mm256_round_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC); }
static inline Floats power_of_two(Floats x) {
    const Ints exponent = _mm256_add_epi32(_mm256_cvtps_epi32(x), _mm256_set1_epi32(127));
    return _mm256_castsi256_ps(_mm256_slli_epi32(exponent, 23));
}
static inline float sum_of(Floats x) {
    __m128 half = _mm_add_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    half = _mm_add_ps(half, _mm_movehl_ps(half, half));
    return _mm_cvtss_f32(_mm_add_ss(half, _mm_movehdup_ps(half)));
}
static inline float max_of(Floats x) {
    __m128 half = _mm_max_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));
    half = _mm_max_ps(half, _mm_movehl_ps(half, half));
    return _mm_cvtss_f32(_mm_max_ss(half, _mm_movehdup_ps(half)));
}

/* The first `count` flags, and which numbers are larger. */
static inline Flags first(long count) {
    const Ints places = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_castsi256_ps(_mm256_cmpgt_epi32(_mm256_set1_epi32(count < LANES ? count : LANES), places));
}
static inline Floats only(Flags flags, Floats x) { return _mm256_and_ps(flags, x); }
static inline unsigned larger_than(Floats x, Floats y, Flags flags) {
    return _mm256_movemask_ps(_mm256_and_ps(flags, _mm256_cmp_ps(x, y, _CMP_GT_OQ)));
}

/* The sums of four vectors. */
static inline __m128 sums_of(Floats a, Floats b, Floats c, Floats d) {
    const __m256 all = _mm256_hadd_ps(_mm256_hadd_ps(a, b), _mm256_hadd_ps(c, d));
    return _mm_add_ps(_mm256_castps256_ps128(all), _mm256_extractf128_ps(all, 1));
}

static inline Ints load_ints(const void *x) { return _mm256_loadu_si256(x); }
static inline Ints broadcast_int(int32_t x) { return _mm256_set1_epi32(x); }
static inline Ints zero(void) { return _mm256_setzero_si256(); }
static inline Floats scaled_difference(Ints sum, Ints column, Ints middle, Floats scale) {
    const Ints off = _mm256_mullo_epi32(column, middle);
    return _mm256_mul_ps(_mm256_cvtepi32_ps(_mm256_sub_epi32(sum, off)), scale);
}

/* Numbers to bytes, rounded, `middle` added; what is below zero is zero. */
static inline void store_bytes(uint8_t *place, Floats x, Ints middle) {
    const Ints rounded = _mm256_add_epi32(_mm256_cvtps_epi32(x), middle);
    const __m128i pairs = _mm_packs_epi32(_mm256_castsi256_si128(rounded), _mm256_extracti128_si256(rounded, 1));
    _mm_storel_epi64((__m128i *)place, _mm_packus_epi16(pairs, pairs));
}

/* Add the products of four bytes each. Two of them fit into sixteen bits, as activations have seven bits. */
static inline Ints dot(Ints sum, Ints bytes, Ints columns) {
    const Ints pairs = _mm256_maddubs_epi16(bytes, columns);
    return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
}

#include "kernels.h"
