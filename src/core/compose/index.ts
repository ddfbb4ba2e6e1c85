import { AppError } from '#shared/contract/base/error.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Ground, Room } from '../base/room.ts'
import type { FileTokens } from '../files/index.ts'
import { composeHandlers } from './compose-handlers.ts'
import { DraftStore } from './drafts/draft-store.ts'
import { RecipientTables } from './tables/recipient-tables.ts'
import { Snippets } from './texts/snippets.ts'

type Needs = Ground & { readonly accounts: Accounts; readonly archives: Archives; readonly files: FileTokens }

export async function composeRoom(needs: Needs): Promise<Room<'compose'>> {
  const { accounts, ports, files } = needs
  const [drafts, snippets] = await Promise.all([DraftStore.open(needs), Snippets.open(needs)])
  const tables = new RecipientTables(ports, files)
  accounts.dependants.add({
    async afterRemoval({ id }) {
      await drafts.removeAll(id)
    },
    eraseRecipient: (accountId, email) => drafts.eraseRecipient(accountId, email),
  })
  const fromSend = () => Promise.reject(new AppError('not-yet', 'Not there yet.'))
  return {
    handlers: composeHandlers({ ...needs, drafts, snippets, tables, fromSend }),
    stop: () => tables.close(),
    async close() {
      await Promise.all([drafts.settled(), snippets.settled()])
    },
  }
}
