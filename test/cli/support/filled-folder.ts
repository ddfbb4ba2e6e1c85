import { join } from 'node:path'
import type { Archive } from '#core/archive/engine/archive.ts'
import { openArchive, temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { writeAccounts } from '#test/core/support/written-accounts.ts'
import type { Message } from '#shared/domain/messages/record.ts'

export type FilledFolder = { readonly data: string; readonly messages: readonly Message[]; readonly archive: Archive }

type Change = (message: Message, at: number) => Message

/** An account whose archive is open, as in a running Mailroom, and other accounts without an archive. */
export async function filledFolder(change: Change = (message) => message, others: readonly string[] = []) {
  const data = await temporaryFolder()
  const names = ['Shop', ...others]
  await writeAccounts(
    data,
    names.map((name) => ({ id: name.toLowerCase(), name })),
  )
  const archive = await openArchive({ folder: join(data, 'accounts', 'shop') })
  const messages = [...generateMessages({ count: 1200 })].map(change)
  await archive.import(messages)
  return { data, messages, archive } satisfies FilledFolder
}
