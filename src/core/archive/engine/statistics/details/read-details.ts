import type { Message } from '#shared/domain/messages/record.ts'
import { othersOf, textKinds, textOf } from '../../../../base/packs/record-set.ts'
import { readStored, type PackedOrLoose } from '../../store/stored-records.ts'

export type Details = Pick<Message, 'createdDate' | 'lastStateDate' | 'reason' | 'openDetails' | 'clickDetails'> & {
  /** Metadata, reason and details were read, even if the message has none. */
  readonly complete: boolean
}

/** A text in the metadata may look like it, which only makes it be parsed. */
const hasEvents = /"(?:open|click)Details":\[[^\]]/

/** The names, addresses and subjects of a record stay bytes: nothing here counts by them. */
export function readDetails({ packed, loose }: PackedOrLoose, { withReason }: { withReason: boolean }): Details {
  if (!packed) return readStored(loose)
  const { set, at } = packed
  // Most records have metadata alone, and to parse it takes as long as all the rest.
  const isParsed = withReason || hasEvents.test(textOf(set, at, textKinds.others))
  const others = isParsed ? othersOf(set, at) : null
  return {
    ...others,
    createdDate: set.created[at]!,
    lastStateDate: set.lastStateDate[at]!,
    complete: set.complete[at] === 1,
  }
}
