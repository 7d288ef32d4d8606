// SPDX-License-Identifier: BSD-3-Clause
// The queue of event instances and who delivers: core/event_delivery.hpp. Threads post and then deliver; whoever delivers
// takes what others posted meanwhile.
//
// Claims: each posted instance is delivered once, whole, in the order of stamps, one at a time; when all threads have
// returned none is left behind.
//
// holds:
// fails: -DBROKEN_TURN_BEFORE_DATA
// fails: -DBROKEN_ASKED_ONCE

#define THREADS 3
#ifndef POSTS
#define POSTS 1  // of each thread
#endif
#define CAPACITY 2

byte turn[CAPACITY], stamp_of[CAPACITY];
byte tail = 0, last_stamp = 0;  // a pair: changes in one step
byte head = 0;
byte deliverer = 0;  // thread + 1
byte clock = 0;
byte posted = 0, dropped = 0, delivered = 0, last_delivered = 0, in_callback = 0, over = 0;

inline post() {
  do
  ::
    atomic { at = tail; newest = last_stamp };
    no_room = turn[at % CAPACITY] < at;
    if
    :: no_room -> dropped++; break
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
      turn[at % CAPACITY] = at + 1;
      stamp_of[at % CAPACITY] = stamp;
#else
      stamp_of[at % CAPACITY] = stamp;
      turn[at % CAPACITY] = at + 1;
#endif
      break
    :: else
    fi
  od
}

#define ready (turn[head % CAPACITY] == head + 1)

inline deliver(me) {
  do
  :: ready ->
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
    :: ready ->
      in_callback++;
      assert(in_callback == 1 && stamp_of[head % CAPACITY] >= last_delivered);
      atomic {
        last_delivered = stamp_of[head % CAPACITY];
        stamp_of[head % CAPACITY] = 0;
        delivered++
      };
      in_callback--;
      at = head;
      head = at + 1;
      turn[at % CAPACITY] = at + CAPACITY
    :: else -> break
    od;
    deliverer = 0;
#ifdef BROKEN_ASKED_ONCE
    break
#endif
  :: else -> break
  od
}

active [THREADS] proctype thread() {
  byte at, newest, stamp, posts = 0;
  bool no_room, ok;
  if
  :: _pid < CAPACITY -> turn[_pid] = _pid
  :: else
  fi;
  over++;
  over >= THREADS;  // the queue is made
  do
  :: posts < POSTS -> post(); deliver(_pid + 1); posts++
  :: else -> break
  od;
  atomic { at = 0; newest = 0; stamp = 0 };
  over++
}

active proctype end_of_all() {
  over == 2 * THREADS;
  assert(delivered == posted && posted + dropped == THREADS * POSTS)
}
