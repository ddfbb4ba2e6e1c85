import { Formats } from '#shared/domain/settings/formats.ts'
import type { Settings } from './settings.ts'

/** How dates and numbers are written: as in the window, in whose zone the days begin unless another one is given. */
export function formatsOf({ settings }: { readonly settings: Settings }, zone: string | null): Formats {
  const { timeZone: systemTimeZone, locale: systemLanguage } = Intl.DateTimeFormat().resolvedOptions()
  const own = zone === null ? settings.value : { ...settings.value, timeZone: zone }
  return new Formats(own, { systemTimeZone, systemLanguage })
}
