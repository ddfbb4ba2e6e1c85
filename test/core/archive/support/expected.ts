import { fold } from '#shared/domain/query/fold.ts'
import type { Message } from '#shared/domain/messages/record.ts'
import { statesOf } from '#shared/domain/query/states.ts'
import { mergeRecords } from '#core/archive/engine/record/merge-records.ts'

export function told(row: Message): string {
  return `${row.id}|${row.email}|${row.createdDate}`
}

/** The expected content of the archive after these imports: one record per id and recipient. */
export function model(batches: readonly (readonly Message[])[]): Message[] {
  const known = new Map<string, Message>()
  for (const batch of batches) {
    const inBatch = new Map<string, Message>()
    const put = (into: Map<string, Message>, record: Message): void => {
      const identity = `${record.id}\0${record.email}`
      const found = into.get(identity)
      into.set(identity, found ? mergeRecords(found, record) : record)
    }
    for (const record of batch) put(inBatch, record)
    for (const record of inBatch.values()) put(known, record)
  }
  return [...known.values()]
}

export function inGroup(group: string, messages: readonly Pick<Message, 'lastState'>[]): number {
  return messages.filter(({ lastState }) => statesOf(group).includes(fold(lastState))).length
}

/** Repeated ids share one creation time, as at the service; all other times differ. */
export function near(record: Message, name: string): Message {
  const repeats = record.id.length < 8
  return repeats ? { ...record, createdDate: Date.UTC(2026, 0, 2, 3, 4, 5) } : { ...record, id: `${record.id} ${name}` }
}
