/* SPDX-License-Identifier: BSD-3-Clause */
/* What the C part of the draft's tests offers to the C++ part. */
#ifndef MPITCHECK_DRAFT2011_PLAIN_C99_H
#define MPITCHECK_DRAFT2011_PLAIN_C99_H

#ifdef __cplusplus
extern "C" {
#endif

/* 1 if the header works when compiled as C99. Calls no MPI. */
int mpitcheck_draft_from_c(void);

#ifdef __cplusplus
}
#endif

#endif
