import type { StoredPart } from '#shared/contract/storage.ts'
import { plural, type NumberFormat } from '#shared/domain/base/plural.ts'

const words: Readonly<Record<StoredPart['part'], readonly [name: string, item?: string]>> = {
  archive: ['Message archive'],
  bodies: ['Sent message content'],
  drafts: ['Drafts and their files', 'draft'],
  sends: ['Sent messages and their files', 'send'],
  blacklists: ['Blacklist copies'],
  templates: ['Earlier template versions'],
  answers: ['Figures from the service'],
  sandbox: ['Sandbox data'],
}

export function partName({ part }: StoredPart): string {
  return words[part][0]
}

/** Returns null if the part consists of a single item. */
export function itemsOf(formats: NumberFormat, { part, items }: StoredPart): string | null {
  const [, item] = words[part]
  return items === null || item === undefined ? null : plural(formats, items, item)
}
