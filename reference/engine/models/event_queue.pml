// SPDX-License-Identifier: BSD-3-Clause
// The queue of event instances and who delivers: core/event_delivery.hpp. Threads post and then deliver; whoever delivers
// takes what others posted meanwhile.
//
// Claims: each posted instance is delivered once, whole, in the order of stamps, one at a time; when all threads have
// returned none is left behind. They hold for three threads that post once too (-DTHREADS=3 -DPOSTS=1: 37 million states).
//
// holds:
// fails: -DBROKEN_TURN_BEFORE_DATA
// fails: -DBROKEN_ASKED_ONCE
// fails: -DCAPACITY=3

#ifndef THREADS
#define THREADS 2
#endif
#ifndef POSTS
#define POSTS 2  // of each thread
#endif
#define ENTRIES 2  // of the directory; a segment has one place
#ifndef CAPACITY
#define CAPACITY (ENTRIES - 1)
#endif
#define SEGMENTS (ENTRIES + THREADS)  // as many as were mapped; counted from 1

byte entry[ENTRIES];
byte turn[SEGMENTS], stamp_of[SEGMENTS];
bool taken[SEGMENTS];  // not spare
byte tail = 0, last_stamp = 0;  // a pair: changes in one step
byte head = 0;
byte deliverer = 0;  // thread + 1
byte clock = 0;
byte posted = 0, dropped = 0, delivered = 0, last_delivered = 0, in_callback = 0, over = 0;

// The list of spare ones: a pair, whose changes are one step.
inline take_spare(segment) {
  atomic {
    segment = 0;
    do
    :: segment + 1 < SEGMENTS && taken[segment] -> segment++
    :: else -> break
    od;
    assert(!taken[segment]);
    taken[segment] = true;
    segment++
  }
}

// What a thread does not look at any more makes no state another one.
inline forget() { atomic { at = 0; newest = 0; stamp = 0; mine = 0; made = 0; ok = false } }

inline post() {
  do
  ::
    atomic { at = tail; newest = last_stamp };
    if
    :: at >= head + CAPACITY -> dropped++; break
    :: else
    fi;
    mine = entry[at % ENTRIES];
    if
    :: mine == 0 ->
      take_spare(made);
      atomic {
        mine = entry[at % ENTRIES];
        if
        :: mine == 0 -> entry[at % ENTRIES] = made; mine = made; made = 0
        :: else
        fi
      };
      if
      :: made != 0 -> taken[made - 1] = false; made = 0
      :: else
      fi
    :: else
    fi;
    atomic {
      clock++;
      stamp = (clock > newest -> clock : newest)
    };
    atomic {
      ok = tail == at && last_stamp == newest;
      if
      :: ok -> tail = at + 1; last_stamp = stamp; posted++
      :: else
      fi
    };
    if
    :: ok ->
#ifdef BROKEN_TURN_BEFORE_DATA
      turn[mine - 1] = at + 1;
      stamp_of[mine - 1] = stamp;
#else
      stamp_of[mine - 1] = stamp;
      turn[mine - 1] = at + 1;
#endif
      break
    :: else
    fi
  od;
  forget()
}

// Leaves in `mine` the segment at the head if an instance is there, else 0.
inline front() {
  at = head;
  mine = entry[at % ENTRIES];
  if
  :: mine != 0 && turn[mine - 1] != at + 1 -> mine = 0
  :: else
  fi
}

inline pop() {
  entry[at % ENTRIES] = 0;
  taken[mine - 1] = false;
  head = at + 1
}

inline deliver(me) {
  do
  ::
    front();
    if
    :: mine == 0 -> break
    :: else
    fi;
    atomic {
      ok = deliverer == 0;
      if
      :: ok -> deliverer = me
      :: else
      fi
    };
    if
    :: !ok -> break
    :: else
    fi;
    do
    ::
      front();
      if
      :: mine == 0 -> break
      :: else
      fi;
      in_callback++;
      assert(in_callback == 1 && stamp_of[mine - 1] >= last_delivered);
      atomic {
        last_delivered = stamp_of[mine - 1];
        stamp_of[mine - 1] = 0;
        delivered++
      };
      in_callback--;
      pop()
    od;
    deliverer = 0;
#ifdef BROKEN_ASKED_ONCE
    break
#endif
  od;
  forget()
}

active [THREADS] proctype thread() {
  byte at, newest, stamp, mine, made, posts = 0;
  bool ok;
  do
  :: posts < POSTS -> post(); deliver(_pid + 1); posts++
  :: else -> break
  od;
  over++
}

active proctype end_of_all() {
  over == THREADS;
  assert(delivered == posted && posted + dropped == THREADS * POSTS)
}
