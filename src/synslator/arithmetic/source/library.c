/* What is asked of the library before anything else. */

#include "structures.h"

int abi(void) { return ABI; }

/* The sizes of the structures, in the order of `STRUCTURES` in arithmetic/library.py. */
const long *sizes(void) {
    static const long all[] = {sizeof(Matrix),  sizeof(Norm),   sizeof(Seen),       sizeof(Layer), sizeof(Decoder),
                               sizeof(Reading), sizeof(Mixing), sizeof(Neighbours)};
    return all;
}

/* Which of the kernels this processor can run; none: 0. */

const char *level(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512vnni"))
        return "avx512";
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return "avx2";
#endif
    return 0;
}
