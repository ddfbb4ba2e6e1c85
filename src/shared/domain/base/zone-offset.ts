export type WallTime = { year: number; month: number; day: number; hour: number; minute: number }

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', era: 'short', ...parts })
    formats.set(zone, format)
  }
  return format
}

export function isZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

export function wallTimeAt(second: number, zone: string): WallTime {
  const wall: WallTime = { year: 0, month: 1, day: 1, hour: 0, minute: 0 }
  for (const { type, value } of formatOf(zone).formatToParts(second * 1000)) {
    if (type in wall) wall[type as keyof WallTime] = Number(value)
  }
  return wall
}

/** Returns the offset in seconds, which is positive if the zone is ahead of UTC. */
export function zoneOffset(second: number, zone: string): number {
  if (zone === 'UTC') return 0
  const { year, month, day, hour, minute } = wallTimeAt(second, zone)
  return Date.UTC(year, month - 1, day, hour, minute) / 1000 - Math.floor(second / 60) * 60
}
