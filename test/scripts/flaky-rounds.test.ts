import { expect, test } from 'vitest'

type Piece = { passed: number; failed: number; skipped: number; seconds: number; failures: unknown[] }
type Round = Piece & { commit: string }
type State = { rounds: Round[]; done: Piece[] }
type After = { round: Round | null; next: State }

const source = new URL('../../scripts/support/flaky/rounds.mjs', import.meta.url).href
const { afterPiece } = (await import(source)) as {
  afterPiece(state: State, piece: Piece, given: { commit: string; pieces: number }): After
}

const given = { commit: 'abc', pieces: 2 }
const green = { passed: 3, failed: 0, skipped: 1, failures: [], seconds: 5 }
const red = { ...green, passed: 2, failed: 1, failures: [{ title: 'sorts', cause: 'a time limit' }] }

test('a round is complete with its last piece, and counts if it is green', () => {
  const half = afterPiece({ rounds: [], done: [] }, green, given)
  expect(half).toEqual({ round: null, next: { rounds: [], done: [green] } })
  const { round, next } = afterPiece(half.next, green, given)
  expect(round).toEqual({ commit: 'abc', passed: 6, failed: 0, skipped: 2, failures: [], seconds: 10 })
  expect(next).toEqual({ rounds: [round], done: [] })
})

test('a red round ends the row of green ones, and names its failures', () => {
  const rounds = [{ ...green, commit: 'abb' }]
  const { round, next } = afterPiece({ rounds, done: [red] }, green, given)
  expect(round).toMatchObject({ passed: 5, failed: 1, failures: red.failures })
  expect(next).toEqual({ rounds: [], done: [] })
})
