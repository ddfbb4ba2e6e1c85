import { isZone } from '#shared/domain/base/zone-offset.ts'

/** Replaces a time zone that this system doesn’t know, because it would make every search fail. */
export function knownZone(zone: string): string {
  return isZone(zone) ? zone : 'UTC'
}
