import { metaPairs } from '#shared/domain/messages/matches.ts'
import { recipientDomain, type Message } from '#shared/domain/messages/record.ts'
import { valueKinds, type ValueKind } from './value-kinds.ts'

export type IdentifyingValue = { readonly kind: ValueKind; readonly name: string }

/**
 * Returns the values of a message that may occur for one person only, and would then identify that person as an address
 * does.
 */
export function identifyingValues(message: Message): IdentifyingValue[] {
  return [
    { kind: valueKinds.domain, name: recipientDomain(message.email) },
    { kind: valueKinds.from, name: message.from },
    ...message.tags.map((name) => ({ kind: valueKinds.tag, name })),
    ...metaPairs(message).map(({ key }) => ({ kind: valueKinds.metaKey, name: key })),
  ]
}
