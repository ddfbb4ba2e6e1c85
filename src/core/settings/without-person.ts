import type { Settings } from '#shared/contract/settings.ts'
import { withoutAddress } from '#shared/text/without-address.ts'
import type { ErasedPerson } from '../base/keeps.ts'

type ViewState = Settings['viewState']

/**
 * Removes a person from the views’ values. The name of a value that concerns one account ends with the account’s id;
 * other values may concern any account.
 */
export function withoutPerson(settings: Settings, { accountId, email, keepsViews }: ErasedPerson): Settings {
  const isNaming = naming(email)
  const kept = Object.entries(settings.viewState).flatMap<[string, ViewState[string]]>(([name, value]) => {
    const isOfAnother = name.includes(':') && !name.endsWith(`:${accountId}`)
    const stays = isOfAnother || (keepsViews && name === `savedViews:${accountId}`)
    if (stays || !isNaming(value)) return [[name, value]]
    return Array.isArray(value) ? [[name, value.filter((entry) => !isNaming(entry))]] : []
  })
  const lastView = isNaming(settings.lastView) ? '' : settings.lastView
  return { ...settings, lastView, viewState: Object.fromEntries(kept) }
}

export function withoutAccount(settings: Settings, accountId: string): Settings {
  const kept = Object.entries(settings.viewState).filter(([name]) => !name.endsWith(`:${accountId}`))
  return { ...settings, viewState: Object.fromEntries(kept) }
}

/**
 * Searches for the address as written and as it appears in links. An address that merely ends the same way belongs to
 * someone else.
 */
function naming(email: string): (value: unknown) => boolean {
  const wanted = email.trim()
  const names = (text: string): boolean => withoutAddress(text, wanted) !== text
  return (value) => textsIn(value).some((text) => names(text) || names(decoded(text)))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)])
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
