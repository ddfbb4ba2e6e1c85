import type { Message } from '#shared/domain/messages/record.ts'
import { groupedStates } from '#shared/domain/query/states.ts'

/**
 * Merges a new report about a message into the known record. Reports arrive repeatedly and out of order, and exports
 * contain neither metadata nor details. Nothing known is lost, no state reverts to an earlier one, and no counter
 * decreases.
 */
export function mergeRecords(known: Message, reported: Message): Message {
  const knownSecond = Math.floor(known.lastStateDate / 1000)
  const reportedSecond = Math.floor(reported.lastStateDate / 1000)
  const isNewer = reportedSecond > knownSecond || (reportedSecond === knownSecond && !isEarlierState(reported, known))
  const isSameCreation = Math.floor(reported.createdDate / 1000) === Math.floor(known.createdDate / 1000)
  const merged: Message = {
    id: known.id,
    email: known.email,
    from: reported.from || known.from,
    subject: reported.subject || known.subject,
    apiKey: reported.apiKey || known.apiKey,
    size: reported.size || known.size,
    // Exports report only whole seconds, so the later of two times in the same second is more exact.
    createdDate: isSameCreation ? Math.max(reported.createdDate, known.createdDate) : known.createdDate,
    lastStateDate: isNewer ? Math.max(reported.lastStateDate, known.lastStateDate) : known.lastStateDate,
    lastState: isNewer && reported.lastState !== '' ? reported.lastState : known.lastState,
    tags: reported.tags.length > 0 ? reported.tags : known.tags,
    open: Math.max(reported.open, known.open),
    click: Math.max(reported.click, known.click),
  }
  const meta = reported.meta === undefined ? known.meta : reported.meta
  if (meta !== undefined) merged.meta = meta
  const reason = reasonOf(known, reported, isNewer)
  if (reason !== undefined) merged.reason = reason
  const openDetails = longer(known.openDetails, reported.openDetails)
  if (openDetails) merged.openDetails = openDetails
  const clickDetails = longer(known.clickDetails, reported.clickDetails)
  if (clickDetails) merged.clickDetails = clickDetails
  const extra = reported.extra ?? known.extra
  if (extra) merged.extra = extra
  return merged
}

/** Within the same second, the older report is recognized by its state: no message is pending again after an outcome. */
function isEarlierState(reported: Message, known: Message): boolean {
  return isPending(reported) && known.lastState !== '' && !isPending(known)
}

function isPending({ lastState }: Message): boolean {
  return groupedStates.pending.includes(lastState)
}

/** A reason belongs to its state: if an export reports a new state without a reason, the old reason would be wrong. */
function reasonOf(known: Message, reported: Message, isNewer: boolean): string | null | undefined {
  if (!isNewer) return known.reason
  if (reported.reason !== undefined) return reported.reason
  return reported.lastState === known.lastState ? known.reason : undefined
}

function longer<T>(known: T[] | undefined, reported: T[] | undefined): T[] | undefined {
  if (!known || !reported) return reported ?? known
  return reported.length >= known.length ? reported : known
}

/** Whether a record differs from the stored one, regardless of field order. */
export function hasChanged(before: Message, after: Message): boolean {
  return JSON.stringify(ordered(before)) !== JSON.stringify(ordered(after))
}

/** The fields in a fixed order, so that equal records yield equal JSON. */
function ordered(message: Message): unknown[] {
  return recordFields.map((name) => message[name])
}

export const recordFields = [
  'id',
  'email',
  'from',
  'subject',
  'apiKey',
  'size',
  'createdDate',
  'lastStateDate',
  'lastState',
  'tags',
  'open',
  'click',
  'meta',
  'reason',
  'openDetails',
  'clickDetails',
  'extra',
] as const
