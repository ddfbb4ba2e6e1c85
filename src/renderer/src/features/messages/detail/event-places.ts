import type { MessageEvent } from '#shared/contract/messages.ts'

export type EventPlace = { label: string; latitude: number; longitude: number; opens: number; clicks: number }

/** Locations of opens and clicks, busiest first. */
export function placesOf(events: readonly MessageEvent[]): EventPlace[] {
  const places = new Map<string, EventPlace>()
  for (const { kind, place, latitude, longitude } of events) {
    // Services write 0, 0 for an unknown location; nobody reads mail in the Gulf of Guinea.
    if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) continue
    if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) continue
    const key = `${place} ${latitude.toFixed(1)} ${longitude.toFixed(1)}`
    const label = place || `${latitude.toFixed(1)}, ${longitude.toFixed(1)}`
    const known = places.get(key) ?? { label, latitude, longitude, opens: 0, clicks: 0 }
    places.set(key, known)
    if (kind === 'open') known.opens++
    else known.clicks++
  }
  return [...places.values()].sort((a, b) => b.opens + b.clicks - a.opens - a.clicks)
}
