import { fold } from '#shared/domain/query/fold.ts'
import type { Database } from '../file/database.ts'
import { longestWhole } from '../index/terms.ts'
import { valueKinds } from '../../common/value-kinds.ts'
import type { CountedGroup } from './group-sources.ts'

const kinds = { from: valueKinds.from, key: valueKinds.key, tag: valueKinds.tag } as const

/**
 * Returns a function that finds a value’s most frequent spelling in the messages. The index stores values in the form
 * used for searching: in lower case and without accents.
 */
export function readWritten(database: Database): (group: CountedGroup, value: string) => string {
  const written = new Map<CountedGroup, Map<string, string>>()
  return (group, value) => {
    // Domains have no capitals, and metadata keys are folded wherever they are counted, so both are returned unchanged.
    if (group === 'domain' || group === 'metaKeys') return value
    let known = written.get(group)
    if (!known) written.set(group, (known = readNames(database, kinds[group])))
    return known.get(value) ?? value
  }
}

function readNames(database: Database, kind: number): Map<string, string> {
  const names = new Map<string, string>()
  // Rows are ordered by frequency, so the most frequent spelling is set last.
  for (const { name } of database.iterate('SELECT name FROM value WHERE kind = ? ORDER BY messages', kind))
    names.set(fold(String(name)).slice(0, longestWhole), String(name))
  return names
}

/** Whether the index stores this text under this name. Terms begin with `head` and are cut to a maximum length. */
export function isTermOf(text: string, name: string, head: string): boolean {
  return `${head}${fold(text)}`.slice(0, longestWhole).toWellFormed().slice(head.length) === name
}
