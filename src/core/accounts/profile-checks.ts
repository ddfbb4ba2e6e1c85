import type { AccountProfile } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/error.ts'
import { checkBaseUrl } from '../api/index.ts'

type Named = { readonly name: string }

/** The profile as it is kept; refuses a URL that cannot be one, or that would show the key to others. */
export function checkedProfile(profile: AccountProfile): AccountProfile {
  const baseUrl = profile.baseUrl.trim()
  const check = checkBaseUrl(baseUrl)
  if (!check.ok) {
    const details = { field: 'baseUrl', corrected: check.corrected }
    throw new AppError('invalid-input', check.problem ?? 'The base URL is not valid.', { details })
  }
  if (check.plainHttp && !profile.acceptPlainHttp) {
    throw new AppError(
      'plain-http',
      'This URL starts with http, so your key would cross the network readable by others. Use https, or confirm that you accept this.',
      { details: { field: 'baseUrl' } },
    )
  }
  return { ...profile, baseUrl: baseUrl.replace(/\/+$/, '') }
}

export function freeName(wanted: string, accounts: readonly Named[]): string {
  const taken = new Set(accounts.map((account) => account.name.toLowerCase()))
  let name = wanted
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${wanted} ${n}`
  return name
}

export function refuseDouble({ name }: Named, others: readonly Named[]): void {
  const double = others.find((other) => other.name.toLowerCase() === name.toLowerCase())
  if (!double) return
  throw new AppError('conflict', `There is already an account named ${double.name}. Choose another name.`, {
    details: { field: 'name' },
  })
}
