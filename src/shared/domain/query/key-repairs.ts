import { editDistance } from '../../text/edit-distance.ts'
import { fieldKind, similarField } from './fields.ts'
import { fold } from './fold.ts'
import { parse } from './parse.ts'
import { metaField } from './print.ts'
import { withRepair, type Repair } from './repairs.ts'
import { scanTerm } from './scan.ts'

type Named = Repair['at'] & {
  readonly key: string
  /** The text after the colon, as written. */
  readonly rest: string
  readonly isMeta: boolean
}

/** In `order:N-1`, the field is unknown. In `meta.oder:N-1`, only the key is. */
const unknownField = /^([a-z][\w.-]{0,99}):(.+)$/is
const address = /^https?:/i

function namedIn(text: string): Named[] {
  return parse(text).marks.flatMap(({ from, to }): Named[] => {
    const term = scanTerm(text, from, (name) => fieldKind(name) !== null)
    const written = text.slice(from, to)
    if (term.field === 'meta' && term.key !== null) {
      const head = metaField(term.key)
      return written.startsWith(head)
        ? [{ from, to, key: term.key, rest: written.slice(head.length), isMeta: true }]
        : []
    }
    const [, name, rest] = (term.field === null && !term.quoted && unknownField.exec(written)) || []
    const isOther = name === undefined || address.test(written) || similarField(name.toLowerCase()) !== null
    return isOther ? [] : [{ from, to, key: name, rest: rest!, isMeta: false }]
  })
}

/** Whether a search contains a name that may be meant as a metadata key. */
export function namesKeys(text: string): boolean {
  return namedIn(text).length > 0
}

/**
 * Replaces keys that are not in the archive with keys that are. If no key resembles the unknown field, only its value is
 * searched for.
 */
export function keyRepairs(text: string, keys: readonly string[]): Repair[] {
  return namedIn(text).flatMap(({ from, to, key, rest, isMeta }) => {
    const near = nearestKey(key, keys)
    if (isMeta && near === fold(key)) return []
    if (near !== null) return [withRepair(text, { from, to }, `${metaField(near)}${rest}`)]
    return isMeta ? [] : [withRepair(text, { from, to }, rest)]
  })
}

function nearestKey(written: string, keys: readonly string[]): string | null {
  const typed = fold(written)
  const most = typed.length < 5 ? 1 : 2
  const near = keys
    .map((key) => ({ key, apart: editDistance(typed, fold(key), most) }))
    .filter(({ apart }) => apart <= most)
    .sort((one, other) => one.apart - other.apart)
  return near[0]?.key ?? null
}
