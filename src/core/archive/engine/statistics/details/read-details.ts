import type { Message } from '#shared/domain/messages/record.ts'
import { othersOf } from '../../../../base/packs/record-set.ts'
import { readStored, type PackedOrLoose } from '../../store/stored-records.ts'

export type Details = Pick<Message, 'createdDate' | 'lastStateDate' | 'reason' | 'openDetails' | 'clickDetails'> & {
  /** Metadata, reason and details were read, even if the message has none. */
  readonly complete: boolean
}

/** The names, addresses and subjects of a record stay bytes: nothing here counts by them. */
export function readDetails({ packed, loose }: PackedOrLoose): Details {
  if (!packed) return readStored(loose)
  const { set, at } = packed
  return {
    ...othersOf(set, at),
    createdDate: set.created[at]!,
    lastStateDate: set.lastStateDate[at]!,
    complete: set.complete[at] === 1,
  }
}
