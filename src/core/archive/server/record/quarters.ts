import { secondsPerDay } from '#shared/domain/base/durations.ts'
import { rowsPerSecond } from '../../engine/record/row-number.ts'

/** Days of nearly every zone begin at such a moment. */
export const secondsPerQuarter = 900
export const quartersPerDay = secondsPerDay / secondsPerQuarter
export const rowsPerQuarter = rowsPerSecond * secondsPerQuarter
