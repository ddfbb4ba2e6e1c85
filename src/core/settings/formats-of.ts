import { Formats } from '#shared/domain/settings/formats.ts'
import type { Settings } from './settings.ts'

/** Date and number formats as used in the window. Days begin in the window’s zone unless another zone is given. */
export function formatsOf({ settings }: { readonly settings: Settings }, zone: string | null): Formats {
  const { timeZone: systemTimeZone, locale: systemLanguage } = Intl.DateTimeFormat().resolvedOptions()
  const own = zone === null ? settings.value : { ...settings.value, timeZone: zone }
  return new Formats(own, { systemTimeZone, systemLanguage })
}
