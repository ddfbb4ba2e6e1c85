import { secondsPerDay } from '#shared/domain/base/durations.ts'

/** How many row numbers are reserved for each second, so that row order is chronological. */
export const rowsPerSecond = 2 ** 20
/**
 * The last second that row numbers can represent, in the year 2242. Records created later keep their dates, but are
 * sorted as if created in this second.
 */
export const lastSecond = 2 ** 33 - 1

export function secondOf(createdDate: number): number {
  const second = Math.floor(createdDate / 1000)
  return second > 0 ? Math.min(second, lastSecond) : 0
}

export function firstRowOf(second: number): number {
  return Math.min(Math.max(second, 0), lastSecond + 1) * rowsPerSecond
}

export function secondOfRow(row: number): number {
  return Math.floor(row / rowsPerSecond)
}

export function dayOf(row: number): number {
  return Math.floor(secondOfRow(row) / secondsPerDay)
}

export function hashOf(id: string): number {
  let hash = startOfHash
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return endOfHash(hash)
}

export const startOfHash = 0x811c9dc5

export function endOfHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) >>> 0
}
