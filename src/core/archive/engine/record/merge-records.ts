import type { Message } from '#shared/domain/messages/record.ts'

/**
 * What is known after a second answer about the same message. Answers come repeated and out of order, and an export
 * has neither metadata nor details: nothing known is lost, no state goes back, no counter goes down.
 */
export function merge(known: Message, told: Message): Message {
  const knownSecond = Math.floor(known.lastStateDate / 1000)
  const toldSecond = Math.floor(told.lastStateDate / 1000)
  const newer = toldSecond >= knownSecond
  const sameSecond = toldSecond === knownSecond
  const sameCreation = Math.floor(told.createdDate / 1000) === Math.floor(known.createdDate / 1000)
  const merged: Message = {
    id: known.id,
    email: known.email,
    from: told.from || known.from,
    subject: told.subject || known.subject,
    apiKey: told.apiKey || known.apiKey,
    size: told.size || known.size,
    // Exports know whole seconds only.
    createdDate: sameCreation ? Math.max(told.createdDate, known.createdDate) : known.createdDate,
    lastStateDate: sameSecond || newer ? Math.max(told.lastStateDate, known.lastStateDate) : known.lastStateDate,
    lastState: newer && told.lastState !== '' ? told.lastState : known.lastState,
    tags: told.tags.length > 0 ? told.tags : known.tags,
    open: Math.max(told.open, known.open),
    click: Math.max(told.click, known.click),
  }
  const meta = told.meta === undefined ? known.meta : told.meta
  if (meta !== undefined) merged.meta = meta
  const reason = reasonOf(known, told, newer)
  if (reason !== undefined) merged.reason = reason
  const openDetails = longer(known.openDetails, told.openDetails)
  if (openDetails) merged.openDetails = openDetails
  const clickDetails = longer(known.clickDetails, told.clickDetails)
  if (clickDetails) merged.clickDetails = clickDetails
  const extra = told.extra ?? known.extra
  if (extra) merged.extra = extra
  return merged
}

/** A reason belongs to its state: when an export tells a new state, the old reason would be a wrong one. */
function reasonOf(known: Message, told: Message, newer: boolean): string | null | undefined {
  if (!newer) return known.reason
  if (told.reason !== undefined) return told.reason
  return told.lastState === known.lastState ? known.reason : undefined
}

function longer<T>(known: T[] | undefined, told: T[] | undefined): T[] | undefined {
  if (!known || !told) return told ?? known
  return told.length >= known.length ? told : known
}
