/* SPDX-License-Identifier: BSD-3-Clause
 * A library without MPI, in the same folder, also as an archive. */
int alien_third_party(void) { return 0; }
