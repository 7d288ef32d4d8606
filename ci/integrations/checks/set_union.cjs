// SPDX-License-Identifier: BSD-3-Clause
// gitlab-ci-local uses this method, which Node.js has from version 22 on.
Set.prototype.union ??= function (other) {
  return new Set([...this, ...other]);
};
