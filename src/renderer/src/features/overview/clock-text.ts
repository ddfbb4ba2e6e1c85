import { wallTimeAt } from '#shared/domain/base/zone-offset.ts'

/** Hours and minutes in a zone, such as `10:05`. */
export function clockText(milliseconds: number, zone: string): string {
  const { hour, minute } = wallTimeAt(Math.floor(milliseconds / 1000), zone)
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}
