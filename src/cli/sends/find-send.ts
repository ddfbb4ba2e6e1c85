import type { Account } from '#shared/contract/accounts.ts'
import type { SendSummary } from '#shared/contract/base/sends.ts'
import { shortened } from '#shared/text/shortened.ts'
import type { Ask } from '../app/ask.ts'
import { didYouMean } from '../framework/did-you-mean.ts'
import { UsageError } from '../framework/usage-error.ts'
import { stateOf } from './ended-send.ts'

/**
 * Finds one of the account’s sends by its id or its complete subject. If several sends have that subject, an id is
 * required.
 */
export async function findSend(
  ask: Ask,
  { id: accountId, name }: Account,
  wanted: string | undefined,
): Promise<SendSummary> {
  if (wanted === undefined)
    throw new UsageError('Name the send by its ID or its full subject. Run mailroom sends list to see both.')
  const sends = await ask('sends.list', { accountId })
  const subject = wanted.trim().toLowerCase()
  const found = sends.filter((send) => send.id === wanted || send.subject.trim().toLowerCase() === subject)
  const [first, second] = found
  if (first === undefined) {
    const near = didYouMean(wanted, [...new Set(sends.map((send) => send.subject))])
    throw new UsageError(
      `${name} has no send named ${shortened(wanted)}.${near} Run mailroom sends list to see all sends.`,
    )
  }
  if (second === undefined) return first
  const list = found.map((send) => `  ${send.id}  ${new Date(send.at).toISOString()}  ${stateOf(send)}`).join('\n')
  throw new UsageError(`${found.length} sends have this subject. Choose one by its ID:\n${list}`)
}
