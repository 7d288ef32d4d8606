/* SPDX-License-Identifier: BSD-3-Clause
 * The main() of an MPI that runs programs' main() on a thread of its own choice. */
int alien_main(int argc, char** argv);
int main(int argc, char** argv) { return alien_main(argc, argv); }
