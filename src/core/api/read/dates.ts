/** The service counts in whole seconds. */
export function epochSeconds(time: number): number {
  return Math.floor(time / 1000)
}

/** `yyyy-MM-ddTHH:mm:ss` in UTC without a zone, as documented by the interface. */
export function isoSeconds(time: number): string {
  return new Date(Math.floor(time / 1000) * 1000).toISOString().slice(0, 19)
}
