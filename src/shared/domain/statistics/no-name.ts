const words: ReadonlySet<string> = new Set(['', '-', 'unknown', 'null', 'undefined', 'n/a'])

/** Whether a name is missing; services write a missing name in all of these ways. */
export function isNoName(text: string): boolean {
  return words.has(text.trim().toLowerCase())
}
