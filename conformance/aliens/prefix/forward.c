/* SPDX-License-Identifier: BSD-3-Clause
 * A library with the MPI functions that names.inc lists. They jump to the reference, which is
 * loaded with RTLD_LOCAL. */
#include <dlfcn.h>

#if defined(__x86_64__)
#define JUMP(name) "jmp *to_" #name "(%rip)\n"
#elif defined(__aarch64__)
#define JUMP(name) "adrp x16, to_" #name "\nldr x16, [x16, :lo12:to_" #name "]\nbr x16\n"
#else
#error "a jump for this processor is missing"
#endif

#define FUNCTION(name)                                                               \
  __attribute__((visibility("hidden"))) void* to_##name;                             \
  __asm__(".pushsection .text\n.globl " #name "\n.type " #name ", %function\n" #name \
          ":\n" JUMP(name) ".popsection");
#include "names.inc"
#undef FUNCTION

__attribute__((constructor)) static void begin(void) {
  void* const library = dlopen(ALIEN_LIBRARY, RTLD_NOW | RTLD_LOCAL);
#define FUNCTION(name) to_##name = dlsym(library, #name);
#include "names.inc"
#undef FUNCTION
}
