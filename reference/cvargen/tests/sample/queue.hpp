// SPDX-License-Identifier: BSD-3-Clause
// A source file of the tests: each line of its block begins with the comment's asterisk.

/* === BEGIN_MPI_T_CVAR_INFO_BLOCK ===
 * categories:
 *   - name: QUEUE
 *     description: |-
 *       First line.
 *       Second line.
 * cvars:
 *   - name: SAMPLE_CVAR_FACTOR
 *     category: QUEUE
 *     type: double
 *     default: 2.5e-1
 *     class: none
 *     verbosity: MPI_T_VERBOSITY_USER_DETAIL
 *     scope: MPI_T_SCOPE_LOCAL
 *     description: A factor.
 *
 *   - name: SAMPLE_CVAR_ORDER
 *     category: QUEUE
 *     type: enum
 *     default: auto
 *     class: none
 *     verbosity: MPI_T_VERBOSITY_USER_ALL
 *     scope: MPI_T_SCOPE_LOCAL
 *     group: ORDERS
 *     description: |-
 *       How the queue is ordered; auto - is no item here, it does not begin the line
 *       fifo - oldest first
 *       auto - as the library likes
 *
 *   - name: SAMPLE_CVAR_OTHER_ORDER
 *     category: QUEUE
 *     type: enum
 *     default: 2way
 *     class: none
 *     verbosity: MPI_T_VERBOSITY_USER_ALL
 *     scope: MPI_T_SCOPE_LOCAL
 *     group: ORDERS
 *     description: |-
 *       As above.
 *       fifo - oldest first
 *       2way - both ends
 * === END_MPI_T_CVAR_INFO_BLOCK === */
