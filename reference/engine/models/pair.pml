// SPDX-License-Identifier: BSD-3-Clause
// A tag and a value that change together: core/pair.hpp. Writers replace, one exchange after the other; a reader loads the
// tag, the value and the tag. With PORTABLE the exchange is made of single words and a busy tag.
//
// Claim: every copy that a reader gets was in the pair at one moment; no replacement is lost.
//
// holds:
// holds: -DPORTABLE
// fails: -DBROKEN_TAG_READ_ONCE
// fails: -DPORTABLE -DBROKEN_TAG_READ_ONCE
// fails: -DPORTABLE -DBROKEN_READ_WHILE_BUSY
// fails: -DPORTABLE -DBROKEN_TAG_BEFORE_VALUE

#define WRITERS 2
#define ROUNDS 2

byte tag = 1, value = 11;  // that of tag t is t + 10: what a reader can check
byte replaced = 0;
#define busy 255

inline load_tag(into) {
#ifdef BROKEN_READ_WHILE_BUSY
  into = tag
#else
  atomic { tag != busy -> into = tag }
#endif
}

inline load(t, v) {
  byte after;
  load_tag(t);
  do
  ::
    v = value;
#ifdef BROKEN_TAG_READ_ONCE
    break;
#endif
    load_tag(after);
    if
    :: after == t -> break
    :: else -> t = after
    fi
  od
}

inline replace(t, v, ok) {
#ifdef PORTABLE
  ok = false;
  do
  :: d_step { tag == t -> tag = busy };
    if
    :: value == v -> value = t + 11; ok = true
    :: else
    fi;
#ifdef BROKEN_TAG_BEFORE_VALUE
    value = v;
    tag = (ok -> t + 1 : t);
    value = (ok -> t + 11 : v);
#else
    tag = (ok -> t + 1 : t);
#endif
    break
  :: atomic { tag != t && tag != busy -> break }
  od
#else
  d_step {
    ok = tag == t && value == v;
    if
    :: ok -> tag = t + 1; value = t + 11
    :: else
    fi
  }
#endif
}

active [WRITERS] proctype writer() {
  byte t, v, rounds = 0;
  bool ok;
  do
  :: rounds < ROUNDS ->
    load(t, v);
    replace(t, v, ok);
    if
    :: ok -> d_step { replaced++; rounds++ }
    :: else
    fi
  :: else -> break
  od
}

active proctype reader() {
  byte t, v;
  load(t, v);
  assert(v == t + 10);
  load(t, v);
  assert(v == t + 10)
}

active proctype end_of_all() {
  replaced == WRITERS * ROUNDS;
  assert(tag == 1 + replaced && value == tag + 10)
}
