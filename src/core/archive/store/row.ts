/** Rows of one second; the order of rows is the order of time. */
export const rowsPerSecond = 2 ** 20
/** The year 2242: later dates are kept in the record and sorted here. */
const lastSecond = 2 ** 33 - 1

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
  return Math.floor(secondOfRow(row) / 86_400)
}

/** Near its neighbours in time, and found by the id alone with one look per day. */
export function identityOf(day: number, id: string): number {
  return identityOn(day, hashOf(id))
}

/** The same for who asks for several days. */
export function identityOn(day: number, hash: number): number {
  return day * 2 ** 32 + hash
}

export function hashOf(id: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
