/** Compares the computer’s clock with the sandbox’s, which falls behind while the sandbox is stopped. */
export function machineClock(offset: number, plural: (count: number, unit: string) => string): string {
  const minutes = Math.round(Math.abs(offset) / 60_000)
  if (minutes === 0) return 'In sync'
  const hours = Math.round(minutes / 60)
  const distance =
    minutes < 60 ? plural(minutes, 'minute') : hours % 24 === 0 ? plural(hours / 24, 'day') : plural(hours, 'hour')
  return offset > 0 ? `${distance} behind the sandbox` : `${distance} ahead of the sandbox`
}
