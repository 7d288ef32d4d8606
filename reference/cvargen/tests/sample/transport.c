/* SPDX-License-Identifier: BSD-3-Clause */
/* A source file of the tests: the lines of its blocks have no comment characters. */

/*
=== BEGIN_MPI_T_CVAR_INFO_BLOCK ===
categories :
   - name : TRANSPORT
     description : How "messages" travel \ arrive.

cvars:
   - name        : SAMPLE_CVAR_EAGER_LIMIT
     category    : TRANSPORT
     alt-env     : SAMPLE_CVAR_SHORT_LIMIT, SAMPLE_CVAR_LIMIT
     type        : int
     default     : 1024
     class       : device
     verbosity   : MPI_T_VERBOSITY_TUNER_BASIC
     scope       : MPI_T_SCOPE_ALL_EQ
     description : >-
       Longest message
       that is sent at once.

   - name        : SAMPLE_CVAR_DEFAULT
     category    : TRANSPORT
     type        : boolean
     default     : yes
     class       : none
     verbosity   : MPI_T_VERBOSITY_USER_BASIC
     scope       : MPI_T_SCOPE_LOCAL
     description : A name that C++ has taken.

   - name        : SAMPLE_CVAR_PORTS
     category    : TRANSPORT
     type        : range
     default     : -1:20
     class       : none
     verbosity   : MPI_T_VERBOSITY_MPIDEV_ALL
     scope       : MPI_T_SCOPE_GROUP_EQ
     description : "Ports: the\tlowest and \"highest\""
=== END_MPI_T_CVAR_INFO_BLOCK ===
*/
