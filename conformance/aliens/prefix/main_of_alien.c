/* SPDX-License-Identifier: BSD-3-Clause
 * The main() of an MPI that renames the program's main() to alien_main() and calls it itself. */
int alien_main(int argc, char** argv);
int main(int argc, char** argv) { return alien_main(argc, argv); }
