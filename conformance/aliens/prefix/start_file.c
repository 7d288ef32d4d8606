/* SPDX-License-Identifier: BSD-3-Clause
 * Comes into a program only by the -u of the wrapper. */
int alien_start_file = 1;
