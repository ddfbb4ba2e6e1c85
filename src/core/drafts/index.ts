import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import { sizeOfFolders } from '../base/folders.ts'
import type { Ground, RoomWith } from '../base/room.ts'
import type { Blacklists } from '../blacklists/index.ts'
import type { FileTokens } from '../files/index.ts'
import type { Snippets } from '../snippets/index.ts'
import type { Templates } from '../templates/index.ts'
import { draftsHandlers } from './drafts-handlers.ts'
import { RecipientTables } from './recipient-tables.ts'
import { DraftStore } from './store/draft-store.ts'
import { writtenAbout } from './store/written-about.ts'
import { TemplateDrafts } from './store/template-drafts.ts'

export { blockedAmong, byFolded } from './known-of-account/check-recipients.ts'
export { imageBytes } from './files/loaded-late.ts'
export { changedPart, partBytes, unreadablePart } from './files/part-bytes.ts'
export { inlineCss } from './inline-css.ts'
export { DraftOnDisk } from './store/draft-on-disk.ts'
export type { DraftStore } from './store/draft-store.ts'
export { contentWithout, isPerson } from './store/erased-person.ts'
export type { AccountRemoval } from './store/owner-of-folder.ts'
export { UnopenedFolders } from './store/unopened-folders.ts'
export { writtenAbout } from './store/written-about.ts'
export { wholeDraft } from './whole-draft.ts'

type Needs = Ground & {
  readonly accounts: Accounts
  readonly archives: Archives
  readonly blacklists: Blacklists
  readonly files: FileTokens
  readonly snippets: Snippets
  readonly templates: Templates
}

export async function draftsRoom(needs: Needs): Promise<RoomWith<'drafts', DraftStore>> {
  const { ports, accounts, files, templates } = needs
  const drafts = await DraftStore.open(needs)
  const tables = new RecipientTables(ports, files)
  const templateDrafts = new TemplateDrafts({ drafts, read: (...asked) => templates.get(...asked) })
  return {
    service: drafts,
    handlers: draftsHandlers({ ...needs, drafts, templateDrafts, tables }),
    keeps: {
      erase: ({ accountId, email }) => drafts.eraseRecipient(accountId, email),
      async written({ accountId, email }) {
        const own = (await drafts.ownOf(accountId)).map(({ path, stored }) => ({
          path,
          subject: stored.content.subject,
        }))
        return writtenAbout('The draft', own, email)
      },
      size: { drafts: async (id) => sizeOfFolders(await drafts.ownOf(id)) },
      afterRemoval: ({ id }) => drafts.removeAll({ id, isLast: accounts.list().accounts.length === 0 }),
    },
    stop: () => tables.close(),
    close: () => drafts.settled(),
  }
}
