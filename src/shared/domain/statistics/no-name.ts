const words: ReadonlySet<string> = new Set(['', '-', 'unknown', 'null', 'undefined', 'n/a'])

/** Whether a name is missing. Services express this in several ways. */
export function isNoName(text: string): boolean {
  return words.has(text.trim().toLowerCase())
}
