import { X509Certificate } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AccountProfile } from '#shared/contract/accounts.ts'
import { allowListProblem } from '#shared/text/mail-address.ts'
import { AppError, type ErrorDetails } from '#shared/contract/base/error.ts'
import { checkBaseUrl, checkCredential, hideProxyPassword, isProxySetting } from '../api/index.ts'

type Named = { readonly name: string }

/** The profile as it is stored, without a password. Refuses an invalid URL, or one that would expose the key. */
export function checkedProfile(profile: AccountProfile): AccountProfile {
  const baseUrl = profile.baseUrl.trim()
  const check = checkBaseUrl(baseUrl)
  if (!check.ok) {
    throw refusal('baseUrl', check.problem ?? 'The base URL is not valid. Enter it like https://api.example.com/v1.', {
      corrected: check.corrected,
    })
  }
  if (check.plainHttp && !profile.acceptPlainHttp) {
    throw new AppError(
      'plain-http',
      'This URL starts with http, so others on the network could read your key. Use https, or confirm that you accept this.',
      { details: { field: 'baseUrl' } },
    )
  }
  checkCredential('user', profile.user)
  const sentence = profile.recipientAllowList.map(allowListProblem).find((problem) => problem !== undefined)
  if (sentence !== undefined) throw refusal('recipientAllowList', sentence)
  if (!isProxySetting(profile.proxy)) {
    throw refusal(
      'proxy',
      'Mailroom can’t use this proxy. Enter host:port, a URL that starts with http, https or socks5, or the word direct.',
    )
  }
  if (!areCertificates(profile.extraCa)) {
    throw refusal('extraCa', 'This isn’t a complete PEM certificate. Paste it including the BEGIN and END lines.')
  }
  return { ...profile, baseUrl, proxy: hideProxyPassword(profile.proxy).shown }
}

function refusal(field: keyof AccountProfile, sentence: string, more: ErrorDetails = {}): AppError {
  return new AppError('invalid-input', sentence, { details: { field, ...more } })
}

/**
 * Whether the text consists of readable certificates only. TLS would silently skip the others, and the user would only
 * learn that no certificate is trusted.
 */
function areCertificates(pem: string): boolean {
  if (pem.trim() === '') return true
  const [, ...parts] = pem.split('-----BEGIN')
  const blocks = parts.map(certificateOf)
  if (blocks.length === 0) return false
  try {
    return blocks.every((block) => block !== null && new X509Certificate(block).raw.length > 0)
  } catch {
    return false
  }
}

const certificateEnd = '-----END CERTIFICATE-----'

/**
 * Returns the certificate after a BEGIN line; null if the line begins something else, or if the END line is missing.
 */
function certificateOf(part: string): string | null {
  const end = part.indexOf(certificateEnd)
  if (!part.startsWith(' CERTIFICATE-----') || end < 0) return null
  return `-----BEGIN${part.slice(0, end)}${certificateEnd}`
}

/** Fields used only by Mailroom itself; any other field is assumed to matter to the service. */
const mailroomOnly: ReadonlySet<string> = new Set<keyof AccountProfile>([
  'name',
  'colour',
  'storeHistory',
  'acceptPlainHttp',
])

/** Whether two profiles point to the same service, log in as the same user and have the same permissions there. */
export function isSameToService(one: AccountProfile, other: AccountProfile): boolean {
  const fields = (Object.keys(other) as (keyof AccountProfile)[]).filter((field) => !mailroomOnly.has(field))
  return fields.every((field) => isDeepStrictEqual(one[field], other[field]))
}

export function freeName(wanted: string, accounts: readonly Named[]): string {
  const taken = new Set(accounts.map((account) => account.name.toLowerCase()))
  let name = wanted
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${wanted} ${n}`
  return name
}

export function refuseDuplicate({ name }: Named, others: readonly Named[]): void {
  const duplicate = others.find((other) => other.name.toLowerCase() === name.toLowerCase())
  if (!duplicate) return
  throw new AppError('conflict', `There is already an account named ${duplicate.name}. Choose another name.`, {
    details: { field: 'name' },
  })
}
