// SPDX-License-Identifier: BSD-3-Clause
// The extreme of a high watermark, epoch by epoch: pvar/watermark.hpp. Components update the level; one handle starts;
// another starts again and again, which opens epochs. Stores of the level wait in the buffer of their thread, as on x86;
// pairs change in one step (pair.pml).
//
// Claim: in the end the handle shows the highest level since one moment of its start.
//
// holds:
// holds: -DUPDATES=2 -DSTARTS=1 -DFENCES -DBROKEN_NO_HEAVY_BARRIER
// long: -DSEQUENCE -DLATE -DUPDATES=5 -DSTARTS=2
// fails: -DUPDATES=3 -DSTARTS=1 -DBROKEN_NO_HEAVY_BARRIER
// fails: -DSEQUENCE -DSECOND -DUPDATES=6 -DSTARTS=4 -DBROKEN_RAISED_IN_THE_PAST
// fails: -DSEQUENCE -DSECOND -DUPDATES=8 -DSTARTS=5 -DBROKEN_NEVER_FOLDED
// fails: -DSEQUENCE -DSECOND -DUPDATES=8 -DSTARTS=4 -DLATE -DBROKEN_PUBLISHED_LATE

#define RING 4  // epochs in the ring
#ifndef UPDATES
#define UPDATES 2  // by the first component, of levels of its choice or low ones in SEQUENCE; one by the SECOND
#define STARTS 1   // of the other handle
#endif
#ifndef MOST_EPOCHS
#define MOST_EPOCHS 16
#endif
#define lowest 0
#define highest 4

#ifdef SEQUENCE
byte level = 3;
#else
byte level = 1;
#endif
byte waiting[2];  // the store of the level by a component that others do not see yet; 0: none
byte epoch = RING;
byte slot_epoch[RING], slot_extreme[RING];

bool is_running = false;  // the handle's cell: from epoch `from` on it looks at extremes, `mark` is its own
byte from, mark;

// What the handle may show: for each moment of its start until now, the highest level since.
bool may_show[highest + 1];
bool starting = false, started = false;
byte over = 0;  // processes that came to their end

inline publish_level(who) {
  atomic {
    if
    :: waiting[who] != 0 ->
      level = waiting[who];
      waiting[who] = 0;
      if
      :: starting ->
        for (lower : lowest .. level - 1) {
          if
          :: may_show[lower] -> may_show[lower] = false; may_show[level] = true
          :: else
          fi
        }
        lower = 0;
        if
        :: !started -> may_show[level] = true
        :: else
        fi
      :: else
      fi
    :: else
    fi
  }
}

inline best_since(present, best, e) {
  present = epoch;
  for (e : from_now .. present) {
    atomic {
      if
      :: slot_epoch[e % RING] == e && slot_extreme[e % RING] > best -> best = slot_extreme[e % RING]
      :: else
      fi
    }
  }
  e = 0
}

// Brings the handle's cell up to date, so that it needs no epoch before the present one.
inline fold() {
  do
  ::
    atomic { was_running = is_running; from_now = from; old_mark = mark };
    if
    :: !was_running -> break
    :: else
    fi;
    folded = old_mark;
    best_since(present, folded, e);
    atomic {
      moved = is_running && from == from_now && mark == old_mark;
      if
      :: moved -> from = present; mark = folded
      :: else
      fi
    };
    if
    :: moved -> break
    :: else
    fi
  od;
  from_now = 0; old_mark = 0; folded = 0; present = 0; moved = false; was_running = false
}

inline advance(now) {
  if
  :: now == MOST_EPOCHS -> end_of_search: false
  :: else
  fi;
  atomic {
    if
    :: slot_epoch[(now + 1) % RING] == now + 1 - RING ->
      slot_epoch[(now + 1) % RING] = now + 1; slot_extreme[(now + 1) % RING] = lowest
    :: else
    fi
  };
  atomic {
    if
    :: epoch == now -> epoch = now + 1
    :: else
    fi
  }
}

// A moment at which the epoch's extreme is not above the level: `now`, `own`.
inline begin_afresh(now, own) {
  do
  ::
    now = epoch;
    atomic { tag = slot_epoch[now % RING]; extreme = slot_extreme[now % RING] };
#ifndef BROKEN_NO_HEAVY_BARRIER
    publish_level(0);
    publish_level(1);
#endif
    own = level;
    atomic { same = slot_epoch[now % RING] == tag && slot_extreme[now % RING] == extreme };
    if
    :: same && tag == now && extreme <= own && epoch == now -> break
    :: else
    fi;
    if
    :: extreme > own ->
#ifndef BROKEN_NEVER_FOLDED
      if
      :: (now + 1) % (RING / 2) == 0 -> fold()
      :: else
      fi;
#endif
      advance(now)
    :: else
    fi
  od;
  tag = 0; extreme = 0; same = false
}

inline update(who, word) {
  publish_level(who);  // stores leave in their order
  waiting[who] = word;
#ifdef FENCES
  publish_level(who);
#endif
  now = epoch;
  extreme = slot_extreme[now % RING];
  raising = word > extreme || epoch != now;
  do
  :: raising ->
    now = epoch;
    atomic { tag = slot_epoch[now % RING]; extreme = slot_extreme[now % RING] };
    if
    :: tag != now
    :: tag == now && word > extreme ->
      publish_level(who);  // a locked instruction
      atomic {
        raising = !(slot_epoch[now % RING] == now && slot_extreme[now % RING] == extreme);
        if
        :: !raising -> slot_extreme[now % RING] = word
        :: else
        fi
      };
#ifndef BROKEN_RAISED_IN_THE_PAST
      if
      :: !raising -> raising = epoch != now
      :: else
      fi
#endif
    :: tag == now && word <= extreme -> raising = epoch != now
    fi
  :: else -> break
  od;
  now = 0; tag = 0; extreme = 0
}

proctype component() {
  byte updates = 0, word, now, tag, extreme, lower;
  bool raising;
  do
  :: updates < UPDATES ->
#ifdef SEQUENCE
    word = (updates % 2 == 0 -> 2 : 1);
#else
    if
    :: word = 1
    :: word = 2
    :: word = 3
    fi;
#endif
    updates++;
    update(0, word)
  :: else -> break
  od;
  over++
}

proctype second_component() {
  byte now, tag, extreme, lower;
  bool raising;
#ifdef SECOND
  update(1, 4);
#endif
  over++
}

proctype processor() {
  byte lower;
end:
  do
  :: waiting[0] != 0 -> publish_level(0)
  :: waiting[1] != 0 -> publish_level(1)
  od
}

proctype other() {
  byte now, own, tag, extreme, present, e, from_now, old_mark, folded, lower, starts = 0;
  bool same, was_running, moved;
  do
  :: starts < STARTS -> begin_afresh(now, own); starts++
  :: else -> break
  od;
  over++
}

proctype handle() {
  byte now, own, tag, extreme, present, e, from_now, old_mark, folded, lower;
  bool same, was_running, moved;
  atomic { starting = true; may_show[level] = true };
  do
  ::
    begin_afresh(now, own);
#ifdef LATE
    if
    :: from == 0 -> end_asleep: over == 3  // the first time it falls asleep here
    :: else
    fi;
#endif
    atomic { from = now; mark = own; is_running = true };
#ifndef BROKEN_PUBLISHED_LATE
    if
    :: epoch - now >= RING / 4  // epochs that it wanted may be gone
    :: else -> break
    fi
#else
    break
#endif
  od;
  started = true;
end_waits:
  over == 3 && waiting[0] == 0 && waiting[1] == 0;
  atomic { from_now = from; own = mark };
  best_since(present, own, e);
  assert(may_show[own])
}

init {
  atomic {
    byte past;
    for (past : 0 .. RING - 1) { slot_epoch[past] = (past == 0 -> RING : past) }
    run component(); run second_component(); run processor(); run other(); run handle()
  }
}
