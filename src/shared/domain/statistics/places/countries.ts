import table from '#data/countries.json' with { type: 'json' }
import { perLocale } from '../../base/per-locale.ts'
import { fold } from '../../query/fold.ts'
import { foldedWords } from '../../query/words.ts'

/**
 * All codes of ISO 3166, and one for Kosovo, which has none there. The list is written by hand, because Intl can name
 * countries but not list them. Each code is followed by names that services and maps use but Intl doesn’t. The order of
 * the words in a name doesn’t matter.
 */
const otherNames: Readonly<Record<string, readonly string[]>> = table

export const countryCodes: readonly string[] = Object.keys(otherNames)

const namesIn = perLocale((locale) => new Intl.DisplayNames(locale, { type: 'region' }))
let known: Map<string, string> | undefined

/**
 * Finds a country’s ISO code by its English name, in any of its usual spellings, or by the code itself. Returns null if
 * it is unknown.
 */
export function countryCode(name: string): string | null {
  known ??= readNames()
  return known.get(name.trim().toUpperCase()) ?? known.get(keyOf(name)) ?? null
}

function englishName(code: string): string {
  return namesIn('en').of(code)!
}

export function countryName(code: string): string {
  // For these two, Intl adds words to the name that nobody writes in a list of countries.
  if (code === 'HK') return 'Hong Kong'
  return code === 'MO' ? 'Macao' : englishName(code)
}

function readNames(): Map<string, string> {
  const names = new Map<string, string>()
  for (const code of countryCodes) {
    names.set(code, code)
    for (const name of [englishName(code), ...otherNames[code]!]) names.set(keyOf(name), code)
  }
  return names
}

/**
 * Makes "Korea, Republic of" and "Republic of Korea" equal, because they contain the same words. Keys are in lower
 * case, so none of them is a country code.
 */
function keyOf(name: string): string {
  const spelt = foldedWords(fold(name.slice(0, 200).replaceAll('&', ' and ')).replaceAll(/['’.]/g, ''))
  return spelt
    .filter((word) => word !== 'the')
    .map((word) => (word === 'saint' ? 'st' : word))
    .sort()
    .join(' ')
}
