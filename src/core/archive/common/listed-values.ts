import { metaPairs } from '#shared/domain/messages/matches.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import type { ListedField } from '#shared/domain/messages/search.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { valueKinds } from './value-kinds.ts'

export const mostListed = 20

/** Fields whose values are listed in the archive with their counts. */
export const listedKinds = {
  from: valueKinds.from,
  tag: valueKinds.tag,
  key: valueKinds.key,
  state: valueKinds.state,
  domain: valueKinds.domain,
  metaKeys: valueKinds.metaKey,
} as const
export type ListedKind = keyof typeof listedKinds

export function isListed(field: ListedField): field is ListedKind {
  return field in listedKinds
}

/** Returns the texts of a message in a field whose values the archive does not list. */
export function listedTexts(message: Message, field: ListedField, key: string | null): string[] {
  if (field === 'to') return [message.email]
  const wanted = fold(key ?? '')
  return metaPairs(message).flatMap((pair) => (pair.key === wanted ? [pair.value] : []))
}
