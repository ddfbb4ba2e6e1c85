import type { DraftContent, PeopleChange } from '#shared/contract/base/draft.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { ParsedInput } from '#shared/contract/table.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Blacklists } from '../blacklists/index.ts'
import type { CallContext, HandlersOf } from '../base/handlers.ts'
import type { Ports } from '../base/ports.ts'
import { openCopy, type FileTokens } from '../files/index.ts'
import type { Templates } from '../templates/index.ts'
import { accountContext } from './known-of-account/account-context.ts'
import { checkRecipients } from './known-of-account/check-recipients.ts'
import { listedRecipients } from './known-of-account/listed-recipients.ts'
import type { RecipientTables } from './recipient-tables.ts'
import { draftFiles, imageBytes } from './files/loaded-late.ts'
import { contentOfTemplate } from './content-of-template.ts'
import { inlineCss } from './inline-css.ts'
import type { Snippets } from '../snippets/index.ts'
import type { DraftOnDisk } from './store/draft-on-disk.ts'
import type { DraftStore } from './store/draft-store.ts'
import type { TemplateDrafts } from './store/template-drafts.ts'
import { wholeDraft } from './whole-draft.ts'

type Needs = {
  readonly accounts: Accounts
  readonly archives: Archives
  readonly blacklists: Pick<Blacklists, 'listedAmong' | 'customLists'>
  readonly files: FileTokens
  readonly templates: Templates
  readonly ports: Pick<Ports, 'paths' | 'shell'>
  readonly drafts: DraftStore
  readonly templateDrafts: TemplateDrafts
  readonly snippets: Snippets
  readonly tables: RecipientTables
}

export function draftsHandlers(needs: Needs): HandlersOf<'drafts'> {
  const { accounts, archives, files, drafts, templateDrafts, tables } = needs
  return {
    'drafts.list': ({ accountId }) => drafts.list(accountId),
    'drafts.create': async ({ accountId, ...wanted }, context) => {
      const draft = await createDraft(needs, accountId, wanted, context)
      if (wanted.temporary) context.left?.addEventListener('abort', () => void removeTemporary(drafts, draft.stored.id))
      return wholeDraft(draft)
    },
    'drafts.ofTemplate': async ({ accountId, template: id }, { signal }) => {
      accounts.get(accountId)
      return wholeDraft(await templateDrafts.open({ accountId, id, signal }))
    },
    'drafts.get': async ({ id }) => wholeDraft(await drafts.get(id)),
    'drafts.people': async ({ id, from, count }) => (await drafts.get(id)).people.rows.slice(from, from + count),
    'drafts.save': async ({ id, content, people, revision: builtOn }) => {
      const change = {
        ...(content && { content: given(content) }),
        ...(people && { peopleChange: givenChange(people) }),
        ...(builtOn !== undefined && { builtOn }),
      }
      const { savedAt, revision } = await drafts.save(id, change)
      return { savedAt, revision }
    },
    'drafts.remove': ({ id }) => drafts.remove(id),
    'drafts.restore': ({ id }) => drafts.restore(id),
    'drafts.addFiles': async ({ id, ...wanted }) => {
      const { addFiles } = await draftFiles()
      return addFiles(await drafts.get(id), files, wanted)
    },
    'drafts.partFile': async ({ id, part }) => {
      const { fileOfPart } = await draftFiles()
      const { path, name } = await fileOfPart(await drafts.get(id), part)
      return files.register(path, { name })
    },
    'drafts.openFile': async ({ id, part }) => {
      const { fileOfPart } = await draftFiles()
      await openCopy(needs, await fileOfPart(await drafts.get(id), part))
    },
    'drafts.image': async ({ id, part }) => imageBytes((await drafts.get(id)).filePath(part)),
    'drafts.openTable': ({ token }, { signal }) => tables.inspect(token, signal),
    'drafts.tableRows': ({ token, ...range }) => tables.rows(token, range),
    'drafts.context': ({ accountId }, { signal }) => accountContext({ accounts, archives }, accountId, signal),
    'drafts.checkRecipients': async ({ accountId, ...wanted }, { signal }) => {
      const { storeHistory } = accounts.get(accountId)
      const listed = await listedRecipients(needs.blacklists, { accountId, ...wanted })
      if (!storeHistory) return { listed, blocked: [] }
      const now = accounts.clockOf(accountId).now()
      const blocked = await checkRecipients(await archives.of(accountId), wanted.addresses, { now, signal })
      return { listed, blocked }
    },
    'drafts.inlineCss': async ({ html }) => ({ html: await inlineCss(html) }),
  }
}

/** The form returned by the schema, in which an absent field may also be undefined. */
type Optional<Change extends { columns?: unknown }> = Omit<Change, 'columns'> & {
  columns?: Change['columns'] | undefined
}

/** Removes a command’s temporary draft. If its message was sent, the outcome is kept with the send. */
async function removeTemporary(drafts: DraftStore, id: string): Promise<void> {
  const draft = await drafts.get(id).catch(() => null)
  if (draft?.stored.temporary) await drafts.remove(id)
}

type Wanted = Pick<ParsedInput<'drafts.create'>, 'start' | 'temporary'>

async function createDraft(
  { accounts, files, templates, drafts, snippets }: Needs,
  accountId: string,
  { start, temporary }: Wanted,
  { signal }: CallContext,
): Promise<DraftOnDisk> {
  // Throws if the account does not exist: every draft must belong to an account.
  accounts.get(accountId)
  switch (start.from) {
    case 'blank':
      return drafts.create(accountId, {}, { temporary })
    case 'draft':
      return drafts.copy(start.id, accountId, { temporary })
    case 'file': {
      const { draftOfFile } = await import('./files/message-file.ts')
      return draftOfFile({ drafts, files }, { accountId, token: start.token })
    }
    case 'template':
      return drafts.create(accountId, await contentOfTemplate(templates, { accountId, id: start.id, signal }))
    case 'snippet': {
      const snippet = snippets.find(start.id)
      if (!snippet) throw new AppError('not-found', 'This snippet was removed. Choose another one.')
      const { subject, html, text } = snippet
      return drafts.create(accountId, { subject, html, text, textMode: text === '' ? 'made' : 'written' })
    }
  }
}

/** Leaves out undefined fields, so that the change does not affect them. */
function given(content: { [Field in keyof DraftContent]?: DraftContent[Field] | undefined }): Partial<DraftContent> {
  const entries = Object.entries(content).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Partial<DraftContent>
}

function givenChange({ columns, ...change }: Optional<PeopleChange>): PeopleChange {
  return columns ? { ...change, columns } : change
}
