import type { StatisticsGroup } from '#shared/contract/statistics.ts'
import { fold } from '#shared/domain/query/fold.ts'
import { valueLists, valueTerm } from '../index/terms.ts'
import type { ValueSource } from './block-values.ts'

/** A group of the statistics, or the metadata keys of messages. */
export type CountedGroup = StatisticsGroup | 'metaKeys'

/** Where the dictionary stores each group’s values. */
export const groupSources: Record<CountedGroup, ValueSource> = {
  from: { head: valueTerm(valueLists.fromWhole, ''), counted: 'all' },
  key: { head: valueTerm(valueLists.key, ''), counted: 'all' },
  tag: { head: valueTerm(valueLists.tagWhole, ''), counted: 'all' },
  domain: { head: valueTerm(valueLists.domain, ''), counted: 'longest' },
  metaKeys: { head: valueTerm(valueLists.metaKey, ''), counted: 'all' },
}

export function metaSource(key: string): ValueSource {
  return { head: valueTerm(valueLists.metaWhole, `${fold(key)}=`), counted: 'all' }
}
