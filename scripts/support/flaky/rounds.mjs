/**
 * The state after another piece: `rounds` are the green rounds in a row, `done` the pieces of the round under way. `round` is
 * the sum of a round that this piece has completed.
 */
export function afterPiece({ rounds, done }, piece, { commit, pieces }) {
  const all = [...done, piece]
  if (all.length < pieces) return { round: null, next: { rounds, done: all } }
  const round = { commit, ...sumOf(all) }
  return { round, next: { rounds: round.failed === 0 ? [...rounds, round] : [], done: [] } }
}

function sumOf(parts) {
  const sum = (field) => parts.reduce((all, part) => all + part[field], 0)
  const failures = parts.flatMap((part) => part.failures)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), failures, seconds: sum('seconds') }
}
