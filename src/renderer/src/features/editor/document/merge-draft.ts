import type { DraftContent, DraftPart, DraftPeople } from '#shared/contract/base/draft.ts'
import type { Draft } from '#shared/contract/drafts.ts'

/** A draft as it was on disk at some point. */
export type Version = Pick<Draft, 'content' | 'people' | 'revision' | 'peopleRevision'>
export type Written = Pick<Version, 'content' | 'people'>

/**
 * Merges changes made here since `base` into the current version on disk. People removed on disk are not restored, because
 * they may have been erased. A clash names a part that was changed on both sides; the merged draft then contains the
 * text typed here.
 */
export function mergeDraft(
  base: Version,
  mine: Written,
  disk: Version,
): Written & { readonly clashes: readonly string[] } {
  const content = { ...disk.content }
  const clashes = new Set<string>()
  for (const field of Object.keys(mine.content) as (keyof DraftContent)[]) {
    if (isSame(mine.content[field], base.content[field])) continue
    const merged = mergeField(field, { base: base.content, mine: mine.content, disk: disk.content })
    Object.assign(content, { [field]: merged.value })
    if (merged.isClash) clashes.add(partNames[field] ?? 'options')
  }
  const people = mergePeople(base, mine.people, disk)
  if (people.isClash) clashes.add('recipients')
  return { content, people: people.value, clashes: [...clashes] }
}

/**
 * Returns the version on disk if it equals one of these saves, whose responses were lost. Its recipients are then the
 * same objects as on the screen, so that they are not saved again.
 */
export function ownVersion(saves: readonly Written[], disk: Version): Version | null {
  const own = saves.find(({ content, people }) => isSame(content, disk.content) && isSame(people, disk.people))
  return own ? { ...disk, people: own.people } : null
}

export function changesBetween(before: DraftContent, after: DraftContent): Partial<DraftContent> {
  const fields = Object.entries(after) as [keyof DraftContent, unknown][]
  return Object.fromEntries(fields.filter(([field, value]) => !isSame(before[field], value)))
}

/** User-facing names for the parts that users write; everything else is called an option. */
const partNames: Partial<Record<keyof DraftContent, string>> = {
  description: 'description',
  from: 'sender',
  replyTo: 'reply-to address',
  cc: 'cc',
  bcc: 'bcc',
  subject: 'subject',
  preheader: 'preheader',
  html: 'HTML',
  text: 'text',
  parts: 'files',
}

type Three<Value> = { readonly base: Value; readonly mine: Value; readonly disk: Value }
type Merged<Value> = { readonly value: Value; readonly isClash: boolean }

function mergeField(field: keyof DraftContent, { base, mine, disk }: Three<DraftContent>): Merged<unknown> {
  if (field === 'cc' || field === 'bcc') return mergeList({ base: base[field], mine: mine[field], disk: disk[field] })
  if (field === 'parts') return mergeParts({ base: base.parts, mine: mine.parts, disk: disk.parts })
  return mergeValue({ base: base[field], mine: mine[field], disk: disk[field] })
}

function mergePeople(base: Version, mine: DraftPeople, disk: Version): Merged<DraftPeople> {
  if (mine === base.people) return { value: disk.people, isClash: false }
  if (disk.peopleRevision === base.peopleRevision) return { value: mine, isClash: false }
  const columns = mergeValue({ base: base.people.columns, mine: mine.columns, disk: disk.people.columns })
  const rows = mergeList({ base: base.people.rows, mine: mine.rows, disk: disk.people.rows })
  // Row values follow the order of the columns, so changed columns on disk clash with any change here.
  const isMoved = !isSame(base.people.columns, disk.people.columns) && !isSame(mine, disk.people)
  return { value: { columns: columns.value, rows: rows.value }, isClash: isMoved || columns.isClash || rows.isClash }
}

function mergeList<Entry extends { readonly address: string }>({ base, mine, disk }: Three<Entry[]>): Merged<Entry[]> {
  const left = new Set(disk.map(({ address }) => address))
  const removed = new Set(base.map(({ address }) => address).filter((address) => !left.has(address)))
  const stays = ({ address }: Entry) => !removed.has(address)
  if (isSame(base.filter(stays), disk)) return { value: mine.filter(stays), isClash: false }
  return mergeValue({ base, mine, disk })
}

/** Files added in both windows are all kept, in the order chosen here; a file removed in either is gone. */
function mergeParts({ base, mine, disk }: Three<readonly DraftPart[]>): Merged<readonly DraftPart[]> {
  const [before, here, there] = [base, mine, disk].map((parts) => new Map(parts.map((part) => [part.id, part])))
  let isClash = false
  const kept = mine.flatMap((part) => {
    const [known, other] = [before!.get(part.id), there!.get(part.id)]
    if (!known || !other) return known ? [] : [part]
    const merged = mergeValue({ base: known, mine: part, disk: other })
    isClash ||= merged.isClash
    return [isSame(known, part) ? other : merged.value]
  })
  const added = disk.filter(({ id }) => !before!.has(id) && !here!.has(id))
  return { value: [...kept, ...added], isClash }
}

/**
 * Keeps the value here. It is a clash if the value on disk was changed to something else. Both sides may have made the
 * same change: if the response to a save was lost, the change is already on disk.
 */
function mergeValue<Value>({ base, mine, disk }: Three<Value>): Merged<Value> {
  return { value: mine, isClash: !isSame(base, disk) && !isSame(mine, disk) }
}

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [names, others] = [Object.keys(one), Object.keys(other)]
  if (names.length !== others.length) return false
  return names.every((name) => isSame(one[name as keyof typeof one], other[name as keyof typeof other]))
}
