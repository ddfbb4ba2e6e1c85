import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import { eachInTurn } from '../base/keeps.ts'
import type { Ground, RoomWith } from '../base/room.ts'
import type { Blacklists } from '../blacklists/index.ts'
import type { FileTokens } from '../files/index.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Outcomes } from '../outcomes/index.ts'
import type { LocalSandbox } from '../sandbox/index.ts'
import type { Templates } from '../templates/index.ts'
import { composeHandlers } from './compose-handlers.ts'
import { DraftStore } from './drafts/draft-store.ts'
import { TemplateDrafts } from './drafts/template-drafts.ts'
import { sizeOf, writtenAbout } from './kept-of-account.ts'
import { openSends } from './sends/sends-room.ts'
import { RecipientTables } from './tables/recipient-tables.ts'
import { Snippets } from './texts/snippets.ts'

type Needs = Ground & {
  readonly accounts: Accounts
  readonly archives: Archives
  readonly blacklists: Blacklists
  readonly files: FileTokens
  readonly jobs: Jobs
  readonly outcomes: Outcomes
  readonly sandbox: LocalSandbox
  readonly templates: Templates
}

export { blockedAmong, byFolded } from './checks/check-recipients.ts'
export { refuseUnsendable } from './sends/message/refusals.ts'
export type { SendFolder } from './sends/store/send-folder.ts'
export type Sending = Awaited<ReturnType<typeof openSends>>

export async function composeRoom(needs: Needs): Promise<RoomWith<'compose', Sending>> {
  const { ports, files, templates } = needs
  const [drafts, snippets] = await Promise.all([DraftStore.open(needs), Snippets.open(needs)])
  const tables = new RecipientTables(ports, files)
  const templateDrafts = new TemplateDrafts({ drafts, read: (...asked) => templates.get(...asked) })
  const sending = await openSends({ ...needs, drafts })
  return {
    service: sending,
    handlers: composeHandlers({ ...needs, ...sending, drafts, templateDrafts, snippets, tables }),
    keeps: {
      erase: eachInTurn(
        ({ accountId, email }) => sending.eraseRecipient(accountId, email),
        ({ accountId, email }) => drafts.eraseRecipient(accountId, email),
      ),
      async written({ accountId, email }) {
        const draftsOf = (await drafts.ownOf(accountId)).map(({ path, stored }) => ({
          path,
          subject: stored.content.subject,
        }))
        const sendsOf = sending.store.ownOf(accountId).map(({ path, stored }) => ({ path, subject: stored.subject }))
        return [
          ...(await writtenAbout('The draft', draftsOf, email)),
          ...(await writtenAbout('The sent message', sendsOf, email)),
          ...snippets.writtenAbout(email),
        ]
      },
      size: {
        drafts: async (id) => sizeOf(await drafts.ownOf(id)),
        sends: (id) => sizeOf(sending.store.ownOf(id)),
      },
      cleanUp: { sends: (id, before) => sending.removeEnded(id, before) },
      afterRemoval: eachInTurn(
        ({ id }) => sending.sends.removeAll(id),
        ({ id }) => drafts.removeAll(id),
      ),
    },
    start: () => sending.lost.start(),
    async stop() {
      await sending.stop()
      await tables.close()
    },
    async close() {
      await Promise.all([drafts.settled(), snippets.settled()])
    },
  }
}
