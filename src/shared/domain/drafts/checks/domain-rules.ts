import type { DraftContent } from '../../../contract/base/draft.ts'
import type { CommandOutput } from '../../../contract/table.ts'
import { isMailAddress } from '../../../text/mail-address.ts'
import { domainFinding, fieldFinding, type Finding } from './finding.ts'

type Context = CommandOutput<'drafts.context'>

/** Second-level names under which domains are registered, as in `example.co.uk`. */
const publicSecond = new Set(['co', 'com', 'org', 'net', 'gov', 'ac', 'edu', 'or', 'ne', 'go'])
const freeMail = new Set([
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
  'aol.com',
  'gmx.de',
  'gmx.net',
  'web.de',
  'proton.me',
])

/**
 * Checks whether mailboxes will trust the sender: the domain should be verified, and should also be the one that signs.
 */
export function domainFindings({ from, options, apiKey }: DraftContent, { domains, keys }: Context): Finding[] {
  const findings: Finding[] = []
  const key = keys.find(({ id }) => id === apiKey)
  if (apiKey !== '' && keys.length > 0 && !key?.enabled) {
    const text = key
      ? `The key ${key.description} is disabled. Choose another one.`
      : 'The chosen key doesn’t belong to this account. Choose another one.'
    findings.push(fieldFinding('key', 'error', 'options', text))
  }
  const address = from.address.trim().toLowerCase()
  const domain = isMailAddress(address) ? address.slice(address.lastIndexOf('@') + 1) : ''
  if (domain === '') return findings
  if (freeMail.has(domain)) {
    const text = `No account can prove that it is allowed to send for ${domain}, so mailbox providers treat the message as forged. Send from your own domain.`
    findings.push(fieldFinding('from-free', 'error', 'from', text))
    return findings
  }
  if (domains === null) return findings
  const known =
    domains.find(({ name }) => name.toLowerCase() === domain) ?? domains.find(({ name }) => isAligned(name, domain))
  if (!known) {
    const text = `${domain} doesn’t belong to this account, so mailbox providers may treat the message as forged. Add the domain, or change the sender.`
    findings.push(domainFinding('from-unknown', 'warning', null, text))
  } else if (!known.verified) {
    const text = `The domain ${known.name} is not verified, so mailbox providers may refuse the message or treat it as spam. The domain’s page shows which records are missing.`
    findings.push(domainFinding('from-unverified', 'warning', known.name, text))
  }
  const signing = options.domain.trim().toLowerCase()
  if (signing === '') return findings
  const chosen = domains.find(({ name }) => name.toLowerCase() === signing)
  if (!chosen)
    findings.push(
      fieldFinding(
        'domain-unknown',
        'warning',
        'options',
        `${signing} doesn’t belong to this account. Choose another domain.`,
      ),
    )
  else if (!chosen.verified)
    findings.push(
      domainFinding(
        'domain-unverified',
        'warning',
        chosen.name,
        `The domain ${signing} is not verified, so its signature may not count. The domain’s page shows which records are missing.`,
      ),
    )
  if (!isAligned(signing, domain)) {
    const text = `The sender is at ${domain}, but the message is signed by ${signing}. DMARC requires both to belong to the same domain.`
    findings.push(fieldFinding('domain-aligned', 'warning', 'from', text))
  }
  return findings
}

/** Whether both names belong to the same registered domain. This is relaxed alignment, which most policies use. */
export function isAligned(one: string, other: string): boolean {
  return registered(one.toLowerCase()) === registered(other.toLowerCase())
}

function registered(domain: string): string {
  const labels = domain.split('.')
  const isLong = labels.length > 2 && labels.at(-1)!.length === 2 && publicSecond.has(labels.at(-2)!)
  return labels.slice(isLong ? -3 : -2).join('.')
}
