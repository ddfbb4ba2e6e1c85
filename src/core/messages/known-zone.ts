/** Zones already checked: a check takes up to a millisecond, and every search needs one. */
const known = new Set<string>()

/** Replaces a time zone that this system doesn’t know, because it would make every search fail. */
export function knownZone(zone: string): string {
  if (known.has(zone)) return zone
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    known.add(zone)
    return zone
  } catch {
    return 'UTC'
  }
}
