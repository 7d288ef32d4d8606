// SPDX-License-Identifier: BSD-3-Clause
// Handles and visits: core/handle_table.hpp, core/visit.hpp. Readers look a handle up and use what is behind it while a
// writer withdraws it, dismantles it and uses the slot again. Stores wait in the buffer of their thread, as on x86.
//
// Claim: what a visit found stays what it was until the visit ends.
//
// holds:
// holds: -DFENCES
// fails: -DBROKEN_NO_HEAVY_BARRIER
// fails: -DBROKEN_CLOSED_BEFORE_WITHDRAWN
// fails: -DBROKEN_EQUAL_IS_NEWER

#define READERS 2
#define ROUNDS 2 // visits of each reader; times the writer frees the handle

byte word = 1;     // of the slot: its handle while it is alive, else 0
byte content = 1;  // what is in the slot: the handle that it belongs to; 0: dismantled
byte epoch = 1;
byte visiting[READERS];  // what others see of it
byte pending[READERS];   // the store of `visiting` that waits; 255: none

#define empty 255

inline drain(r) {
  d_step {
    if
    :: pending[r] != empty -> visiting[r] = pending[r]; pending[r] = empty
    :: else
    fi
  }
}

active [READERS] proctype reader() {
  byte found, rounds = 0;
  pending[_pid] = empty;
  do
  :: rounds < ROUNDS ->
    byte seen = epoch;
    drain(_pid);  // stores leave in their order
    pending[_pid] = seen;
#ifdef FENCES
    drain(_pid);
#endif
    found = word;
    if
    :: found != 0 -> assert(content == found); assert(content == found)
    :: else
    fi;
    drain(_pid);
    pending[_pid] = 0;
    rounds++
  :: else -> break
  od
}

// A processor writes what waits whenever it likes.
active [READERS] proctype processor() {
end:
  do
  :: pending[_pid - READERS] != empty -> drain(_pid - READERS)
  od
}

active proctype writer() {
  byte moment, r, rounds = 0;
  do
  :: rounds < ROUNDS ->
#ifdef BROKEN_CLOSED_BEFORE_WITHDRAWN
    moment = epoch;
    epoch++;
    word = 0;
#else
    word = 0;
    d_step { moment = epoch; epoch++ }  // one locked instruction
#endif
    do
    ::
#if !defined(FENCES) && !defined(BROKEN_NO_HEAVY_BARRIER)
      for (r : 0 .. READERS - 1) { drain(r) }  // each thread passes its barrier at a moment of its own
#endif
      bool over = true;
      for (r : 0 .. READERS - 1) {
        byte since = visiting[r];
        if
#ifdef BROKEN_EQUAL_IS_NEWER
        :: since != 0 && since < moment -> over = false
#else
        :: since != 0 && since <= moment -> over = false
#endif
        :: else
        fi
      }
      if
      :: over -> break
      :: else
      fi
    od;
    content = 0;
    content = rounds + 2;
    word = rounds + 2;
    rounds++
  :: else -> break
  od
}
