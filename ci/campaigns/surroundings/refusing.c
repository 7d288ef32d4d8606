/* SPDX-License-Identifier: BSD-3-Clause
 * refusing ERROR CALL,CALL... COMMAND...: runs the command where the kernel refuses these system
 * calls with that error, as containers and hardened systems do. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int number_of(const char* call) {
  if (strcmp(call, "memfd_create") == 0) return SYS_memfd_create;
  if (strcmp(call, "ptrace") == 0) return SYS_ptrace;
  if (strcmp(call, "process_vm_readv") == 0) return SYS_process_vm_readv;
  if (strcmp(call, "membarrier") == 0) return SYS_membarrier;
  if (strcmp(call, "pidfd_open") == 0) return SYS_pidfd_open;
  return -1;
}

int main(int argc, char** argv) {
  enum { most = 32 };
  struct sock_filter filter[2 * most + 2] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
  struct sock_fprog program = {1, filter};
  if (argc < 4) return 2;
  const unsigned error = strcmp(argv[1], "ENOSYS") == 0 ? ENOSYS : EPERM;
  for (char* call = strtok(argv[2], ","); call && program.len < 2 * most;
       call = strtok(NULL, ",")) {
    const int number = number_of(call);
    if (number < 0) {
      fprintf(stderr, "refusing: no call '%s' is known\n", call);
      return 2;
    }
    filter[program.len++] =
        (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1);
    filter[program.len++] =
        (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error);
  }
  filter[program.len++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
    perror("refusing");
    return 2;
  }
  execvp(argv[3], argv + 3);
  perror(argv[3]);
  return 2;
}
