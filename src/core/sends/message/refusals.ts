import { stat } from 'node:fs/promises'
import { AppError } from '#shared/contract/base/error.ts'
import type { Account } from '#shared/contract/accounts.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import { noRecipients, readOnlyAccount } from '#shared/domain/drafts/unsendable.ts'
import { isMailAddress } from '#shared/text/mail-address.ts'
import { shortened } from '#shared/text/shortened.ts'
import { refuseOthers } from '../../api/index.ts'
import { changedPart, type DraftOnDisk, unreadablePart } from '../../drafts/index.ts'

type Sender = Pick<Account, 'name' | 'readOnly' | 'ccAndBcc' | 'recipientAllowList'>

type Sendable = Pick<DraftOnDisk, 'stored' | 'people' | 'filePath'>

const mostNamed = 3

/**
 * Refuses a draft that is certain to fail: a single bad address would make the service refuse a call for five hundred
 * recipients.
 */
export async function refuseUnsendable(draft: Sendable, account: Sender): Promise<void> {
  const { content } = draft.stored
  const { rows } = draft.people
  if (account.readOnly) throw refusal('read-only-account', readOnlyAccount(account.name))
  if (draft.stored.template) throw incomplete('This is a template. Start a message from it to send it.')
  if (rows.length === 0) throw incomplete(noRecipients)
  if (!isMailAddress(content.from.address.trim())) {
    throw incomplete('The sender is not an email address. Enter one under From.')
  }
  const { replyTo, cc, bcc } = content
  if (replyTo.address.trim() !== '' && !isMailAddress(replyTo.address.trim())) {
    throw incomplete('Reply-to is not an email address. Correct it or clear it.')
  }
  const copies = [...cc, ...bcc]
  if (copies.length > 0 && !account.ccAndBcc) {
    const sentence = `${account.name} doesn’t allow Cc and Bcc. Remove these recipients, or turn on Cc and Bcc in the account’s settings if your provider allows them.`
    throw refusal('cc-not-available', sentence)
  }
  const everyone = [...rows, ...copies]
  refuseBadAddresses(everyone.map(({ address }) => address.trim()))
  const { recipientAllowList } = account
  const to = everyone.map(({ address }) => ({ address: address.trim() }))
  refuseOthers({ to, from: content.from, subject: '' }, recipientAllowList)
  await refuseMissingFiles(draft)
}

function refuseBadAddresses(addresses: readonly string[]): void {
  const bad = addresses.filter((address) => !isMailAddress(address))
  if (bad.length === 0) return
  const named = bad
    .slice(0, mostNamed)
    .map((address) => (address === '' ? 'an empty address' : `“${shortened(address)}”`))
  const more = bad.length > mostNamed ? ` and ${bad.length - mostNamed} more` : ''
  const count = plural(english, bad.length, 'recipient')
  throw incomplete(`${count} without an email address: ${named.join(', ')}${more}. Correct or remove these recipients.`)
}

/** Compares sizes only; the bytes are compared during the send. */
async function refuseMissingFiles(draft: Pick<Sendable, 'stored' | 'filePath'>): Promise<void> {
  for (const part of draft.stored.content.parts) {
    const found = await stat(draft.filePath(part.id)).catch((thrown: unknown) => {
      throw unreadablePart(part, thrown)
    })
    if (found.size !== part.size) throw changedPart(part)
  }
}

function incomplete(sentence: string): AppError {
  return refusal('draft-incomplete', sentence)
}

function refusal(code: string, sentence: string): AppError {
  return new AppError(code, sentence)
}
