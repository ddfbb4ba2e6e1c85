import { join } from 'node:path'
import type { Archive } from '#core/archive/engine/archive.ts'
import { openArchive, temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { generateMessages } from '#test/core/archive/support/generate.ts'
import { writeAccounts } from '#test/core/support/written-accounts.ts'
import type { Message } from '#shared/domain/messages/record.ts'

export type FilledFolder = { readonly data: string; readonly messages: readonly Message[]; readonly archive: Archive }

/** Two accounts, the first with an archive that is held open as a running Mailroom holds it. */
export async function filledFolder(change: (message: Message, at: number) => Message = (message) => message) {
  const data = await temporaryFolder()
  await writeAccounts(data, [
    { id: 'shop', name: 'Shop' },
    { id: 'other', name: 'Other' },
  ])
  const archive = await openArchive({ folder: join(data, 'accounts', 'shop') })
  const messages = [...generateMessages({ count: 1200 })].map(change)
  await archive.import(messages)
  return { data, messages, archive } satisfies FilledFolder
}
