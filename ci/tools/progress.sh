# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash disable=SC2034 # failure_shown is for ci/tools/lib.sh
# Shows what a command does while it runs: on a terminal in one line that changes, elsewhere in a line every ten seconds.
# All that the command prints goes to its log, and the display is read from there: steps of ninja, ctest and apt, else the
# last line. Sourced by ci/tools/lib.sh.

live=no pause=10
if [ -t 1 ] && [ "${TERM:-dumb}" != dumb ]; then live=yes pause=1; fi

running=         # the process group of the command
failure_shown=no # whether the error of the last command has been shown

# say LINE: a line that stays.
say() {
  if [ "$live" = yes ]; then printf '\r\033[K'; fi
  printf '%s\n' "$1"
}

# clock SECONDS: leaves m:ss in REPLY.
clock() { printf -v REPLY '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# source_of OUTPUT: leaves in REPLY the file that is compiled to this object, or OUTPUT itself.
source_of() {
  REPLY=${1% }
  if [[ $REPLY =~ ^(.*)CMakeFiles/[^/]+\.dir/(.+)\.o$ ]]; then REPLY=${BASH_REMATCH[1]}${BASH_REMATCH[2]}; fi
}

# note LINE: what a new line of the log tells.
note() {
  local line=$1
  case $failure in
    command) # the line after FAILED: repeats the whole command
      failure=output
      return
      ;;
    output)
      if [[ $line != \[* && $line != FAILED:* && $line != 'ninja: '* ]]; then
        failure_lines+=("$line")
        return
      fi
      show_failure
      ;;
  esac
  if [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\ (.*)$ ]]; then
    at=${BASH_REMATCH[1]} of=${BASH_REMATCH[2]} what=${BASH_REMATCH[3]}
    if [[ $what == Building* ]]; then
      source_of "${what##* }"
      what=$REPLY
    fi
  elif [[ $line =~ ^\ *([0-9]+)/([0-9]+)\ Test\ +\#[0-9]+:\ ([^ ]+) ]]; then
    at=${BASH_REMATCH[1]} of=${BASH_REMATCH[2]} what=${BASH_REMATCH[3]}
  elif [[ $line =~ ^[0-9]+\ upgraded,\ ([0-9]+)\ newly ]]; then
    at=0 of=$((3 * BASH_REMATCH[1])) # each is fetched, unpacked, set up
  elif [[ $line =~ ^(Get:|Unpacking |Setting up )([^ ]+) ]]; then
    at=$((at < of ? at + 1 : of)) what=${line%%: *}
    if [[ $line == Get:* ]]; then what="fetching packages"; fi
  elif [[ $line == 'FAILED: '* ]]; then
    source_of "${line#FAILED: }"
    failure=command failure_lines=()
    say "$name: FAILED $REPLY"
  elif [[ $line == 'Installing: '* || $line == 'Configuring '* || $line == 'Building '* || $line == 'Waiting for '* ]]; then
    # A new part of the stage, whose steps count on their own.
    at=0 of=0 part=$EPOCHSECONDS what=${line,}
    if [[ $line == 'Installing: '* ]]; then say "$name: ${line,}"; fi
  elif [ -n "$line" ] && [ "$of" = 0 ] && [[ $line != "ninja: Entering"* ]]; then
    what=$line
  fi
}

# The first lines of what a step that failed printed, from the first that speaks of an error.
show_failure() {
  local line first=0 i
  [ ${#failure_lines[@]} -gt 0 ] || return 0
  for i in "${!failure_lines[@]}"; do
    if [[ ${failure_lines[i]} =~ [Ee]rror|undefined|[Ff]atal ]]; then
      first=$i
      break
    fi
  done
  for line in "${failure_lines[@]:first:12}"; do say "  ${line:0:300}"; done
  failure='' failure_lines=() failure_shown=yes
}

# Takes in what the log has got since the last time.
read_log() {
  local line=
  while IFS= read -r line <&"$log_fd"; do
    note "$unfinished${line//$'\r'/}"
    unfinished=
  done
  unfinished+=$line
  if [ "$failure" = output ]; then show_failure; fi
}

# Shows the state, if it is time.
show() {
  local text now=$EPOCHSECONDS
  if [ "$now" -lt "$next_show" ]; then return; fi
  next_show=$((now + pause))
  clock $((now - began))
  text="$name "
  if [ "$of" -gt 0 ]; then text+=" $at/$of steps,"; fi
  text+=" $REPLY gone"
  # The first steps tell too little.
  if [ "$at" -gt 0 ] && [ "$at" -lt "$of" ] && [ $((now - part)) -ge 5 ]; then
    clock $(((now - part) * (of - at) / at))
    text+=", about $REPLY left"
  fi
  if [ -n "$what" ]; then text+=": ${what//[[:cntrl:]]/ }"; fi
  if [ "$live" = yes ]; then
    # Less room for what the terminal echoes at Ctrl-C.
    printf '\r\033[K%s' "${text:0:$((${COLUMNS:-80} - 3))}"
  else
    printf '%s\n' "${text:0:200}"
  fi
}

# watched NAME LOG COMMAND...: runs the command and shows what it does; its exit code.
watched() {
  local name=$1 log=$2 status=0 log_fd at=0 of=0 what='' unfinished='' failure='' failure_lines=()
  local began=$EPOCHSECONDS part=$EPOCHSECONDS next_show=$EPOCHSECONDS
  shift 2
  failure_shown=no
  if [ "$live" = no ]; then next_show=$((began + pause)); fi
  : >"$log"
  # With a process group of its own, so that an interruption reaches all of it, and in order.
  set -m
  "$@" >>"$log" 2>&1 </dev/null &
  running=$!
  set +m
  exec {log_fd}<"$log"
  while kill -0 "$running" 2>/dev/null; do
    read_log
    show
    sleep 0.2
  done
  wait "$running" || status=$?
  running=
  read_log
  exec {log_fd}<&-
  if [ "$live" = yes ]; then printf '\r\033[K'; fi
  return "$status"
}

# Ends what runs, says so, and gives up. ninja removes outputs that are half written.
interrupted() {
  local tries
  trap '' INT TERM HUP
  if [ -n "$running" ]; then
    kill -INT -- "-$running" 2>/dev/null || true
    for ((tries = 0; tries < 50; ++tries)); do
      kill -0 -- "-$running" 2>/dev/null || break
      sleep 0.2
    done
    kill -KILL -- "-$running" 2>/dev/null || true
    wait "$running" 2>/dev/null || true
  fi
  say "Interrupted. The next call goes on from here."
  exit 5
}
trap interrupted INT TERM HUP
