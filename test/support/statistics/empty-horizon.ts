import type { Horizon } from '#shared/domain/archive/horizon.ts'

/** Of an archive that no sync has filled. */
export const emptyHorizon = {
  completeFrom: null,
  completeUntil: null,
  gaps: [],
  detailGaps: [],
  opensRefreshedUntil: null,
  lastSync: null,
} as const satisfies Horizon
