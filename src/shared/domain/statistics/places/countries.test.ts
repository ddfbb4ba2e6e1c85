import { expect, it } from 'vitest'
import { countryCode, countryCodes, countryName } from './countries.ts'

it('knows every country by its English name and by its code', () => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  for (const code of countryCodes) {
    expect(countryCode(names.of(code)!), code).toBe(code)
    expect(countryCode(countryName(code)), code).toBe(code)
    expect(countryCode(code.toLowerCase()), code).toBe(code)
  }
  expect(new Set(countryCodes.map(countryName)).size).toBe(countryCodes.length)
})

it('knows the spellings of location services', () => {
  const spellings = {
    CZ: ['Czech Republic', 'Czechia'],
    US: ['United States', 'USA', 'united states of america', 'The United States'],
    GB: ['UK', 'Great Britain'],
    KR: ['Korea, Republic of', 'Republic of Korea', 'South Korea'],
    KP: ["Korea, Democratic People's Republic of"],
    CD: ['Congo, The Democratic Republic of the', 'DR Congo'],
    CG: ['Congo', 'Congo - Brazzaville'],
    CI: ["Cote d'Ivoire", 'Côte d’Ivoire', 'Ivory Coast'],
    TR: ['Turkey', 'Türkiye', 'TURKIYE'],
    RE: ['Reunion', 'Réunion'],
    KN: ['Saint Kitts and Nevis', 'St. Kitts & Nevis'],
    VI: ['Virgin Islands, U.S.'],
    VG: ['Virgin Islands, British'],
    GN: ['Guinea'],
    GQ: ['Equatorial Guinea'],
    BS: ['The Bahamas', 'Bahamas, The'],
  }
  for (const [code, names] of Object.entries(spellings))
    for (const name of names) expect(countryCode(name), name).toBe(code)
})

it('guesses nothing', () => {
  for (const name of ['', ' ', 'Unknown', 'null', 'Europe', 'Atlantis', 'XX', 'a'.repeat(100_000)])
    expect(countryCode(name)).toBeNull()
})
