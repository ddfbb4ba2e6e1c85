import { join } from 'node:path'
import { repository } from '../source-tree.ts'
import { patternsIn } from './patterns.ts'
import type { Placed } from './read-sentences.ts'

/**
 * A sentence with a phrase that should be replaced. Its line number is left out, because it changes with edits above.
 */
export type Poor = { readonly path: string; readonly pattern: string; readonly text: string }

export const leftPath = join(repository, 'test', 'house', 'prose', 'left.txt')

export function poorIn(sentences: readonly Placed[]): Poor[] {
  return sentences.flatMap(({ path, text }) => patternsIn(text).map((pattern) => ({ path, pattern, text })))
}

/** Poor sentences that are not on the list, with their locations. */
export function newPoor(found: readonly Poor[], left: readonly Poor[]): string[] {
  const known = new Set(left.map(printed))
  return found.map(printed).filter((line) => !known.has(line))
}

/** The list without sentences that are gone from the sources. Nothing is added to it. */
export function stillPoor(found: readonly Poor[], left: readonly Poor[]): Poor[] {
  const now = new Set(found.map(printed))
  return left.filter((poor) => now.has(printed(poor)))
}

export function parseLeft(list: string): Poor[] {
  const lines = list.split('\n').filter((line) => line !== '')
  return lines.map((line) => {
    const [path = '', pattern = '', text = ''] = line.split('\t')
    return { path, pattern, text }
  })
}

export function printLeft(left: readonly Poor[]): string {
  const lines = [...new Set(left.map(printed))]
  return lines.map((line) => `${line}\n`).join('')
}

const printed = ({ path, pattern, text }: Poor): string => [path, pattern, text].join('\t')
