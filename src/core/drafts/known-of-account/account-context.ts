import { domainFlags } from '#shared/contract/base/domains/domain-kinds.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { Archives } from '../../archive/index.ts'

type AccountContext = CommandOutput<'drafts.context'>

const mostSenders = 50
const mostDomains = 200
/** A domain with fewer messages is ignored, because it may itself be a typing error. */
const leastMessages = 3

/**
 * Everything that the editor needs to know about an account. A part that cannot be read is left out, with a sentence giving
 * the reason.
 */
export async function accountContext(
  { accounts, archives }: { accounts: Accounts; archives: Archives },
  accountId: string,
  signal: AbortSignal,
): Promise<AccountContext> {
  const client = accounts.client(accountId)
  const problems: string[] = []
  const attempt = async <T>(what: string, work: () => Promise<T>, without: T): Promise<T> => {
    try {
      return await work()
    } catch (thrown) {
      const { code, message } = AppError.from(thrown)
      if (code === 'aborted' || code === 'cancelled') throw thrown
      problems.push(`${what} could not be read. ${message}`)
      return without
    }
  }
  const values = async (field: 'from' | 'domain', limit: number) => {
    if (!accounts.get(accountId).storeHistory) return []
    return (await archives.of(accountId)).values({ field, prefix: '', limit })
  }
  const [senders, recipientDomains, keys, domains] = await Promise.all([
    attempt('The senders in the archive', () => values('from', mostSenders), []),
    attempt('The recipient domains in the archive', () => values('domain', mostDomains), []),
    attempt('The API keys', async () => (await client.settings.apiKeys({ signal })).items, []),
    attempt('The domains', () => listDomains(client, signal), null),
  ])
  return {
    senders: senders.map(({ value }) => ({ address: value, name: '' })),
    recipientDomains: recipientDomains
      .filter(({ messages }) => (messages ?? 0) >= leastMessages)
      .map(({ value }) => value),
    // The keys’ secrets are not passed on.
    keys: keys.map(({ id, description, enabled }) => ({ id, description, enabled })),
    domains,
    problems,
  }
}

async function listDomains({ extras, learned }: ReturnType<Accounts['client']>, signal: AbortSignal) {
  if (learned().abilities?.['GET /settings/domains'] === 'no') return null
  try {
    const { items } = await extras.domains({ signal, expected: ['not-found', 'not-allowed', 'forbidden'] })
    // “Verified” means the same as in the Domains view: the domain has no open issues.
    return items.map((domain) => ({ name: domain.sending, verified: domainFlags.every((flag) => domain[flag]) }))
  } catch (thrown) {
    const { code } = AppError.from(thrown)
    if (code === 'not-found' || code === 'not-allowed' || code === 'forbidden') return null
    throw thrown
  }
}
