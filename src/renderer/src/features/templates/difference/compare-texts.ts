import { diffLines, diffWordsWithSpace } from 'diff'
import { changesOf, joinedChanges, type Change } from './changes.ts'

export type TextDifference = {
  /** The changes in text order. */
  readonly changes: readonly Change[]
  /** Whether the texts have so little in common that a comparison would take too long. `changes` is then empty. */
  readonly isTooDifferent: boolean
}

/** In milliseconds. Without a limit, comparing texts with nothing in common would take minutes. */
const longest = 1500
/** Limited, because a comparison’s memory use grows with the size of the difference. */
const mostLines = 20_000
const mostWords = 10_000

/**
 * Compares lines first, then the words in lines that differ: in two messages of half a megabyte, most lines are equal, and
 * comparing words alone would take ten times as long.
 */
export function compareTexts(before: string, after: string): TextDifference {
  const end = performance.now() + longest
  const left = () => Math.max(1, end - performance.now())
  const lines = diffLines(before, after, { timeout: left(), maxEditLength: mostLines })
  if (!lines) return { changes: [], isTooDifferent: true }
  const changes: Change[] = []
  for (const hunk of changesOf(lines)) {
    const { fromA, toA, fromB, toB } = hunk
    const removed = before.slice(fromA, toA)
    const added = after.slice(fromB, toB)
    const hasBoth = removed !== '' && added !== ''
    const words = hasBoth && diffWordsWithSpace(removed, added, { timeout: left(), maxEditLength: mostWords })
    if (words) changes.push(...changesOf(words, fromA, fromB))
    else changes.push(hunk)
    const isMost = removed.length * 2 > before.length && added.length * 2 > after.length
    if (words === undefined && isMost) return { changes: [], isTooDifferent: true }
  }
  return {
    changes: joinedChanges(changes, (from, to) => to - from <= longestTrifle && trifle.test(before.slice(from, to))),
    isTooDifferent: false,
  }
}

/** A space or punctuation between two words. */
const trifle = /^[^\p{L}\p{N}\n]*$/u
const longestTrifle = 3

/** A piece of a short text, including removed and added pieces. */
export type WordPiece = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }

export function wordPieces(before: string, after: string): WordPiece[] {
  const { changes, isTooDifferent } = compareTexts(before, after)
  const whole = { fromA: 0, toA: before.length, fromB: 0, toB: after.length }
  const pieces: WordPiece[] = []
  let a = 0
  for (const { fromA, toA, fromB, toB } of isTooDifferent ? [whole] : changes) {
    pieces.push(
      { kind: 'same', text: before.slice(a, fromA) },
      { kind: 'removed', text: before.slice(fromA, toA) },
      { kind: 'added', text: after.slice(fromB, toB) },
    )
    a = toA
  }
  pieces.push({ kind: 'same', text: before.slice(a) })
  return pieces.filter(({ text }) => text !== '')
}
