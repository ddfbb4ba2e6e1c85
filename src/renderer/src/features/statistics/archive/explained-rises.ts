import type { StatisticsGroup } from '#shared/contract/statistics.ts'
import { risesOf, type RiseGroup } from '#shared/domain/statistics/rise.ts'
import type { ArchiveDashboard } from './archive-dashboard.svelte.ts'

export const groupNouns = { tag: 'tag', domain: 'domain', from: 'sender', key: 'key' } as const

/** Ordered by how well they explain a rise, the best first. */
const riseGroups = ['tag', 'domain', 'from', 'key'] as const

export function groupOfNoun(noun: string): StatisticsGroup | undefined {
  return riseGroups.find((group) => groupNouns[group] === noun)
}

/** What rose since the compared period, and the values that explain it. */
export function explainedRises({ now, before }: NonNullable<ArchiveDashboard['pair']>, keyName: RiseGroup['nameOf']) {
  const counted = riseGroups.flatMap((group): RiseGroup[] => {
    const [grouped, groupedBefore] = [now.statistics.groups[group], before.statistics.groups[group]]
    if (!grouped || !groupedBefore) return []
    const nameOf = group === 'key' ? keyName : undefined
    return [{ noun: groupNouns[group], now: grouped, before: groupedBefore, nameOf }]
  })
  return risesOf({ now: now.statistics.total, before: before.statistics.total }, counted)
}
