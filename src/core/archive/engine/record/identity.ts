import { endOfHash, hashOf, startOfHash } from './row-number.ts'
import {
  exactText,
  textEnd,
  textKinds,
  textStart,
  type RecordSet,
  type TextKind,
} from '../../../base/packs/record-set.ts'

/** Returns the `hashOf` of the id, usually without creating a string. */
export function idHash(set: RecordSet, at: number): number {
  const end = textEnd(set, at, textKinds.id)
  let hash = startOfHash
  for (let byte = textStart(set, at, textKinds.id); byte < end; byte++) {
    if (set.texts[byte]! > 127) return hashOf(exactText(set, at, 'id'))
    hash = Math.imul(hash ^ set.texts[byte]!, 0x01000193)
  }
  return endOfHash(hash)
}

/** A hash of id and recipient, which together identify a record. */
export function identityHash(set: RecordSet, at: number): number {
  const end = textEnd(set, at, textKinds.email)
  let hash = startOfHash
  for (let byte = textStart(set, at, textKinds.id); byte < end; byte++)
    hash = Math.imul(hash ^ set.texts[byte]!, 0x01000193)
  return endOfHash(hash)
}

export function sameIdentity(one: RecordSet, at: number, other: RecordSet, otherAt: number): boolean {
  if (!sameText(one, at, other, otherAt, textKinds.id) || !sameText(one, at, other, otherAt, textKinds.email))
    return false
  // Different lone surrogates are encoded as the same bytes, so the texts are compared as well.
  return (
    exactText(one, at, 'id') === exactText(other, otherAt, 'id') &&
    exactText(one, at, 'email') === exactText(other, otherAt, 'email')
  )
}

function sameText(one: RecordSet, at: number, other: RecordSet, otherAt: number, kind: TextKind): boolean {
  const start = textStart(one, at, kind)
  const otherStart = textStart(other, otherAt, kind)
  const length = textEnd(one, at, kind) - start
  if (textEnd(other, otherAt, kind) - otherStart !== length) return false
  for (let byte = 0; byte < length; byte++) {
    if (one.texts[start + byte] !== other.texts[otherStart + byte]) return false
  }
  return true
}
