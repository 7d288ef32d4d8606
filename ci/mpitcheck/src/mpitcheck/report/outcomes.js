// SPDX-License-Identifier: BSD-3-Clause
// The outcomes of the grid's cells, as both pages show them. A tally is an object of counts by outcome.

// The worst first: what a field of the picture shows. As in judge/grid.py.
const OUTCOMES = {
  broken: {sign: "✗", words: "broken", meaning: "the standard does not allow the answer, or MPI_T no longer works after the call"},
  lost: {sign: "‼", words: "lost", meaning: "the process ended in the call, or the call was skipped after such ends"},
  held: {sign: "✓", words: "held", meaning: "examined, and as the standard requires"},
  none: {sign: "○", words: "no object", meaning: "the library has no object for the call, or the state cannot be reached"},
  absent: {sign: "–", words: "absent", meaning: "the library lacks the function"},
  undefined: {sign: "·", words: "undefined", meaning: "undefined by the standard, so it is not tried"},
};
const OUTCOME_WORDS = Object.keys(OUTCOMES);

const countOf = (tally, word) => tally[word] ?? 0;
const examinedOf = (tally) => countOf(tally, "held") + countOf(tally, "broken");
const askableOf = (tally) => examinedOf(tally) + countOf(tally, "lost") + countOf(tally, "none");
const worstOf = (tally) => OUTCOME_WORDS.find((word) => tally[word]);

function sumOf(tallies) {
  const sum = {};
  for (const tally of tallies) for (const word of Object.keys(tally)) sum[word] = countOf(sum, word) + tally[word];
  return sum;
}

// "98.3 %", rounded down, so that 100 % are all; "–" of nothing.
function shareOf(tally) {
  const askable = askableOf(tally);
  return askable ? (Math.floor(1000 * examinedOf(tally) / askable) / 10).toFixed(1) + " %" : "–";
}

// "3 broken, 12 held".
function tallyText(tally) {
  return OUTCOME_WORDS.filter((word) => tally[word]).map((word) => `${tally[word]} ${OUTCOMES[word].words}`).join(", ");
}

const outcomeClass = (word) => "o-" + word;
const outcomeBadge = (word) => element("span", {className: outcomeClass(word) + " outcome"}, `${OUTCOMES[word].sign} ${OUTCOMES[word].words}`);

function outcomeLegend() {
  return fold("What the signs mean", () => [
    facts(OUTCOME_WORDS.map((word) => [outcomeBadge(word), OUTCOMES[word].meaning])),
    element("p", {}, "A cell is one call: a function, a class of argument, a state. Examined are cells that held or are broken; shares " +
      "leave out what is undefined or absent.")]);
}
