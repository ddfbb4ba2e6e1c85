export type NumberFormat = { number(value: number): string }

/** For texts that are always in English, regardless of the reader’s settings: job notes, logs, reports. */
export const english: NumberFormat & { readonly locale: string } = {
  locale: 'en',
  number: (value) => value.toLocaleString('en'),
}

/** "1 message", "1,204 messages": a count with its noun. `many` is for nouns with irregular plurals. */
export function plural(formats: NumberFormat, count: number, one: string, many = `${one}s`): string {
  return `${formats.number(count)} ${count === 1 ? one : many}`
}
