import { textLanguage } from '../../text/language.ts'

export type NumberFormat = { number(value: number): string }

/** Used in texts that are always in English, whatever the reader’s settings: job notes, logs, reports. */
export const english: NumberFormat & { readonly locale: string } = {
  locale: 'en',
  number: (value) => value.toLocaleString('en'),
}

/** A translated count with its noun, for the categories of the language: `{ one: '# Liste', other: '# Listen' }`. */
export type PluralForms = { readonly [category in Intl.LDMLPluralRule]?: string } & { readonly other: string }

let rules: Intl.PluralRules | undefined

/**
 * Writes a count and its noun: "1 message", "1,204 messages". Irregular plurals are passed as `many`. In a build for
 * another language, `one` has the forms of the translation.
 */
export function plural(formats: NumberFormat, count: number, one: string | PluralForms, many?: string): string {
  const number = formats.number(count)
  if (typeof one === 'string') return `${number} ${count === 1 ? one : (many ?? `${one}s`)}`
  rules ??= new Intl.PluralRules(textLanguage)
  return (one[rules.select(count)] ?? one.other).replaceAll('#', number)
}
