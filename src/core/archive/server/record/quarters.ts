import { secondsPerDay } from '#shared/domain/base/durations.ts'
import { rowsPerSecond } from '../../engine/record/row-number.ts'

/** In nearly every zone, days begin at a full quarter of an hour. */
export const secondsPerQuarter = 900
export const quartersPerDay = secondsPerDay / secondsPerQuarter
export const rowsPerQuarter = rowsPerSecond * secondsPerQuarter
