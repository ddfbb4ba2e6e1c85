import type { Option } from '../../lib/ui/fields/option.ts'
import type { Settings } from '#shared/contract/settings.ts'

export const dateFormatOptions: readonly Option<Settings['dateFormat']>[] = [
  { value: 'locale', label: 'Match language' },
  { value: 'iso', label: '2026-03-01' },
  { value: 'day-month', label: '01/03/2026 (day first)' },
  { value: 'month-day', label: '03/01/2026 (month first)' },
]

export const hourFormatOptions: readonly Option<Settings['hourFormat']>[] = [
  { value: 'locale', label: 'Match language' },
  { value: '12', label: '12 hours (1:30 PM)' },
  { value: '24', label: '24 hours (13:30)' },
]

export function timeZoneOptions(systemZone: string): Option[] {
  return [{ value: 'system', label: `Match system (${systemZone})` }, ...zoneOptions()]
}

export function zoneOptions(): Option[] {
  return [
    { value: 'UTC', label: 'UTC' },
    ...Intl.supportedValuesOf('timeZone')
      .filter((zone) => zone !== 'UTC')
      .map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  ]
}

const languages = [
  'en-GB',
  'en-US',
  'en-CA',
  'en-AU',
  'fr-FR',
  'fr-CA',
  'de-DE',
  'de-CH',
  'de-AT',
  'es-ES',
  'es-MX',
  'it-IT',
  'nl-NL',
  'pt-PT',
  'pt-BR',
  'pl-PL',
  'cs-CZ',
  'sv-SE',
  'da-DK',
  'nb-NO',
  'fi-FI',
  'tr-TR',
  'ja-JP',
  'ko-KR',
  'zh-CN',
  'hi-IN',
]

export function languageOptions(systemLanguage: string): Option[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language' })
  return [
    { value: 'system', label: `Match system (${names.of(systemLanguage) ?? systemLanguage})` },
    ...languages.map((tag) => ({ value: tag, label: names.of(tag) ?? tag })),
  ]
}
