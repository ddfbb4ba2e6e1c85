import { perLocale } from '../../base/per-locale.ts'
import { fold } from '../../query/fold.ts'
import { foldedWords } from '../../query/words.ts'

/** ISO 3166, and Kosovo, which has no code of its own there. Intl names them, but lists none. */
const codes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF ' +
  'CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH ' +
  'GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW ' +
  'KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG ' +
  'NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN ' +
  'SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE ' +
  'YT ZA ZM ZW'
export const countryCodes: readonly string[] = codes.split(' ')

/** Names that services and map makers use beside those of Intl. The order of their words does not matter. */
const otherNames: Readonly<Record<string, string>> = {
  BN: 'Brunei Darussalam',
  BO: 'Plurinational State of Bolivia',
  BQ: 'Bonaire, Sint Eustatius and Saba; Bonaire',
  CD: 'Democratic Republic of the Congo; DR Congo; Congo DRC; Zaire',
  CG: 'Congo; Republic of the Congo',
  CI: 'Ivory Coast',
  CN: "People's Republic of China; Mainland China",
  CV: 'Cabo Verde',
  CZ: 'Czech Republic',
  FK: 'Falkland Islands (Malvinas)',
  FM: 'Federated States of Micronesia',
  FO: 'Faeroe Islands',
  GB: 'UK; Great Britain; United Kingdom of Great Britain and Northern Ireland; England; Scotland; Wales; Northern Ireland',
  GM: 'Republic of the Gambia',
  HK: 'Hong Kong',
  HM: 'Heard Island and McDonald Islands',
  IE: 'Republic of Ireland',
  IR: 'Islamic Republic of Iran',
  JO: 'Hashemite Kingdom of Jordan',
  KP: "Democratic People's Republic of Korea; DPR Korea",
  KR: 'Korea; Republic of Korea',
  LA: "Lao People's Democratic Republic; Lao PDR",
  LT: 'Republic of Lithuania',
  MD: 'Republic of Moldova',
  MF: 'Saint Martin (French part)',
  MK: 'Macedonia; The former Yugoslav Republic of Macedonia; FYROM',
  MM: 'Myanmar; Burma',
  MO: 'Macao; Macau',
  NL: 'Holland',
  PN: 'Pitcairn',
  PS: 'Palestine; State of Palestine; Occupied Palestinian Territory; Palestinian Territory',
  RS: 'Republic of Serbia',
  RU: 'Russian Federation',
  SH: 'Saint Helena, Ascension and Tristan da Cunha',
  SJ: 'Svalbard',
  SX: 'Sint Maarten (Dutch part)',
  SY: 'Syrian Arab Republic',
  SZ: 'Swaziland',
  TL: 'East Timor',
  TR: 'Turkey',
  TW: 'Taiwan, Province of China',
  TZ: 'United Republic of Tanzania',
  UM: 'United States Minor Outlying Islands',
  US: 'USA; United States of America',
  VA: 'Vatican; Holy See; Holy See (Vatican City State)',
  VE: 'Bolivarian Republic of Venezuela',
  VI: 'United States Virgin Islands; Virgin Islands, US',
  VN: 'Viet Nam',
}

const namesIn = perLocale((locale) => new Intl.DisplayNames(locale, { type: 'region' }))
let known: Map<string, string> | undefined

/** The ISO code of a country by its English name, in any of its usual spellings, or by the code itself; null if unknown. */
export function countryCode(name: string): string | null {
  known ??= readNames()
  return known.get(name.trim().toUpperCase()) ?? known.get(keyOf(name)) ?? null
}

function englishName(code: string): string {
  return namesIn('en').of(code)!
}

export function countryName(code: string): string {
  // Intl adds to these what nobody says of a place in a list of countries.
  if (code === 'HK') return 'Hong Kong'
  return code === 'MO' ? 'Macao' : englishName(code)
}

function readNames(): Map<string, string> {
  const names = new Map<string, string>()
  for (const code of countryCodes) {
    names.set(code, code)
    for (const name of [englishName(code), ...(otherNames[code]?.split(';') ?? [])]) names.set(keyOf(name), code)
  }
  return names
}

/** "Korea, Republic of" and "Republic of Korea" have the same words. In small letters, so that no key is a code. */
function keyOf(name: string): string {
  const spelt = foldedWords(fold(name.slice(0, 200).replaceAll('&', ' and ')).replaceAll(/['’.]/g, ''))
  return spelt
    .filter((word) => word !== 'the')
    .map((word) => (word === 'saint' ? 'st' : word))
    .sort()
    .join(' ')
}
