import type { Message } from '#shared/domain/messages/record.ts'
import { othersOf, textKinds, textOf } from '../../../../base/packs/record-set.ts'
import { readStored, type PackedOrLoose } from '../../store/stored-records.ts'

export type Details = Pick<Message, 'createdDate' | 'lastStateDate' | 'reason' | 'openDetails' | 'clickDetails'> & {
  /** Whether metadata, reason and details were read, even if the message has none. */
  readonly complete: boolean
}

/** Text in metadata may match too, in which case the record is parsed unnecessarily. */
const hasEvents = /"(?:open|click)Details":\[[^\]]/

/** Names, addresses and subjects are left as bytes, because nothing here is counted by them. */
export function readDetails({ packed, loose }: PackedOrLoose, { withReason }: { withReason: boolean }): Details {
  if (!packed) return readStored(loose)
  const { set, at } = packed
  // Most records contain only metadata, which is not needed here and takes as long to parse as everything else.
  const isParsed = withReason || hasEvents.test(textOf(set, at, textKinds.others))
  const others = isParsed ? othersOf(set, at) : null
  return {
    ...others,
    createdDate: set.created[at]!,
    lastStateDate: set.lastStateDate[at]!,
    complete: set.complete[at] === 1,
  }
}
