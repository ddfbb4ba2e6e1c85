import { AppError } from '#shared/contract/base/error.ts'
import type { Person } from '#shared/contract/base/draft.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { OutgoingMessage } from '../../api/index.ts'
import { type DraftOnDisk, partBytes } from '../../drafts/index.ts'
import { copyOf, type Copy, type KeptCopies } from '../message/kept-copies.ts'
import { outgoingMessage } from '../message/outgoing-message.ts'

type Rooms = { readonly accounts: Accounts; readonly copies: KeptCopies }

type Sending = {
  readonly accountId: string
  readonly id: string
  readonly message: OutgoingMessage
  readonly copy: Copy
}

/**
 * Sends one message once and keeps a copy. A caller that goes away doesn’t cancel the send: closing the page must not
 * turn a send in progress into one with an unknown outcome.
 */
export async function sendOnce({ accounts, copies }: Rooms, { accountId, id, message, copy }: Sending) {
  const { messages } = accounts.client(accountId)
  const isKept = await copies.keep(accountId, id, copy)
  try {
    const { sendId } = await messages.send(message, { sendId: id })
    return { sendId }
  } catch (error) {
    if (isKept && AppError.from(error).code !== 'outcome-unknown') await copies.drop(accountId, id)
    throw error
  }
}

type Test = { readonly id: string; readonly to: readonly string[]; readonly as: number | null }

/** Everyone in a test gets what the recipient `as` would get, including that recipient’s files. */
export function sendDraftTest(rooms: Rooms, draft: DraftOnDisk, { id, to, as }: Test) {
  const { accountId, content } = draft.stored
  const { columns, rows } = draft.people
  const model = as === null ? undefined : rows[as]
  if (as !== null && !model)
    throw new AppError('not-found', 'This recipient is no longer in the list. Choose another one.')
  const people = to.map((address): Person => ({ values: [], parts: [], ...model, address, name: '' }))
  // A test must not reach the cc and bcc recipients.
  const message = outgoingMessage({
    content: { ...content, cc: [], bcc: [] },
    columns,
    people,
    open: (part) => ({ bytes: partBytes(draft.filePath(part.id), part), size: part.size }),
  })
  return sendOnce(rooms, { accountId, id, message, copy: copyOf(content, columns, people) })
}
