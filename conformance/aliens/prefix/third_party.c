/* SPDX-License-Identifier: BSD-3-Clause
 * A library that has nothing to do with MPI and lies beside it, also as an archive. */
int alien_third_party(void) { return 0; }
