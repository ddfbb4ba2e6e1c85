import type { Settings } from '#shared/contract/settings.ts'

const maxRecent = 10

export function recentName(accountId: string): string {
  return `recentRecipients:${accountId}`
}

export function recentRecipients({ viewState }: Pick<Settings, 'viewState'>, accountId: string): string[] {
  const kept = viewState[recentName(accountId)]
  return Array.isArray(kept) ? kept.filter((email) => typeof email === 'string').slice(0, maxRecent) : []
}

/** Adds an address at the top. Each address is listed once, regardless of capitalisation. */
export function withRecent(emails: readonly string[], email: string): string[] {
  return [email, ...withoutRecent(emails, email)].slice(0, maxRecent)
}

export function withoutRecent(emails: readonly string[], email: string): string[] {
  return emails.filter((other) => other.toLowerCase() !== email.toLowerCase())
}
