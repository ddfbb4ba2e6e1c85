import type { Message } from '#shared/domain/messages/record.ts'
import { GrowingSet } from '#core/base/packs/growing-set.ts'
import { writePack } from '#core/base/packs/pack.ts'

export function setOf(messages: Iterable<Message>): GrowingSet {
  const set = new GrowingSet(64)
  for (const message of messages) set.append(message)
  return set
}

/** Messages in the form that an archive’s writer accepts. */
export function packed(messages: Iterable<Message>): Uint8Array {
  return writePack(setOf(messages))
}
