export { dateFormatOptions, languageOptions, timeZoneOptions, zoneOptions } from './setting-options.ts'
