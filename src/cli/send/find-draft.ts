import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { shortened } from '#shared/text/shortened.ts'
import type { Ask } from '../app/ask.ts'
import { didYouMean } from '../framework/did-you-mean.ts'

/**
 * Finds one of the account’s saved drafts by its id or its complete subject. If several drafts have that subject, an id
 * is required.
 */
export async function findDraft(ask: Ask, { id: accountId, name }: Account, wanted: string): Promise<string> {
  const drafts = await ask('drafts.list', { accountId })
  const subject = wanted.trim().toLowerCase()
  const found = drafts.filter((draft) => draft.id === wanted || draft.subject.trim().toLowerCase() === subject)
  const [first, second] = found
  if (first !== undefined && second === undefined) return first.id
  if (first === undefined) {
    const near = didYouMean(
      wanted,
      drafts.map((draft) => draft.subject),
    )
    throw new AppError('no-such-draft', `${name} has no draft named ${shortened(wanted)}.${near} Nothing was sent.`)
  }
  const ids = found.map(({ id }) => id).join(', ')
  throw new AppError('two-drafts', `${found.length} drafts have this subject. Choose one by its ID: ${ids}.`)
}
