/* SPDX-License-Identifier: BSD-3-Clause
 * An object that only the -u option of the wrapper links into a program. */
int alien_start_file = 1;
