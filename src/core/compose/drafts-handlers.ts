import type { DraftContent, PeopleChange } from '#shared/contract/base/draft.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { ParsedInput } from '#shared/contract/table.ts'
import type { Draft } from '#shared/contract/compose.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'
import type { Blacklists } from '../blacklists/index.ts'
import type { CallContext, HandlersOf } from '../base/handlers.ts'
import type { Ports } from '../base/ports.ts'
import { openCopy, type FileTokens } from '../files/index.ts'
import type { Templates } from '../templates/index.ts'
import { accountContext } from './checks/account-context.ts'
import { checkRecipients } from './checks/check-recipients.ts'
import { checkRepeats } from './checks/repeats/check-repeats.ts'
import { listedRecipients } from './checks/listed-recipients.ts'
import type { SendStore } from './sends/store/send-store.ts'
import type { RecipientTables } from './tables/recipient-tables.ts'
import { contentOfTemplate, saveAsTemplate } from './texts/draft-templates.ts'
import { inlineCss } from './texts/inline-css.ts'
import type { Snippets } from './texts/snippets.ts'
import type { DraftFolder } from './drafts/draft-folder.ts'
import type { DraftStore } from './drafts/draft-store.ts'
import type { TemplateDrafts } from './drafts/template-drafts.ts'
import { originOf } from './drafts/template-origin.ts'

/** Rows that come with a draft when it is opened. The page asks for the rest in parts. */
const firstRows = 500

type DraftCommands = Pick<
  HandlersOf<'compose'>,
  | 'compose.drafts'
  | 'compose.createDraft'
  | 'compose.editTemplate'
  | 'compose.draft'
  | 'compose.people'
  | 'compose.saveDraft'
  | 'compose.removeDraft'
  | 'compose.restoreDraft'
  | 'compose.addFiles'
  | 'compose.partFile'
  | 'compose.openFile'
  | 'compose.image'
  | 'compose.openTable'
  | 'compose.tableRows'
  | 'compose.snippets'
  | 'compose.saveSnippet'
  | 'compose.removeSnippet'
  | 'compose.templates'
  | 'compose.saveTemplate'
  | 'compose.context'
  | 'compose.checkRecipients'
  | 'compose.checkRepeats'
  | 'compose.inlineCss'
>

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
  readonly store: Pick<SendStore, 'all'>
  /** Makes a draft of an earlier send, with copies of its files. */
  readonly fromSend: (id: string, options: { again: boolean }) => Promise<DraftFolder>
  /** Throws where there is no such send. */
  readonly sentFilePath: (id: string, part: string) => string
}

export function draftHandlers(needs: Needs): DraftCommands {
  const { accounts, archives, files, templates, drafts, templateDrafts, snippets, tables, sentFilePath } = needs
  return {
    'compose.drafts': ({ accountId }) => drafts.list(accountId),
    'compose.createDraft': async ({ accountId, ...wanted }, context) => {
      const draft = await createDraft(needs, accountId, wanted, context)
      if (wanted.temporary) context.left?.addEventListener('abort', () => void removeTemporary(drafts, draft.stored.id))
      return wholeDraft(draft)
    },
    'compose.editTemplate': async ({ accountId, template: id }, { signal }) => {
      accounts.get(accountId)
      return wholeDraft(await templateDrafts.open({ accountId, id, signal }))
    },
    'compose.draft': async ({ id }) => wholeDraft(await drafts.get(id)),
    'compose.people': async ({ id, from, count }) => (await drafts.get(id)).people.rows.slice(from, from + count),
    'compose.saveDraft': async ({ id, content, people, revision }) => {
      const change = {
        ...(content && { content: given(content) }),
        ...(people && { peopleChange: givenChange(people) }),
        ...(revision !== undefined && { builtOn: revision }),
      }
      const folder = await drafts.save(id, change)
      return { savedAt: folder.stored.savedAt, revision: folder.revision }
    },
    'compose.removeDraft': ({ id }) => drafts.remove(id),
    'compose.restoreDraft': ({ id }) => drafts.restore(id),
    'compose.addFiles': async ({ id, ...wanted }) => {
      const { addFiles } = await draftFiles()
      return addFiles(await drafts.get(id), files, wanted)
    },
    'compose.partFile': async ({ id, part }) => {
      const { fileOfPart } = await draftFiles()
      const { path, name } = await fileOfPart(await drafts.get(id), part)
      return files.register(path, { name })
    },
    'compose.openFile': async ({ id, part }) => {
      const { fileOfPart } = await draftFiles()
      await openCopy(needs, await fileOfPart(await drafts.get(id), part))
    },
    'compose.image': async ({ id, part }) => {
      const { imageBytes } = await draftFiles()
      return imageBytes(drafts.has(id) ? (await drafts.get(id)).filePath(part) : sentFilePath(id, part))
    },
    'compose.openTable': ({ token }, { signal }) => tables.inspect(token, signal),
    'compose.tableRows': ({ token, ...range }) => tables.rows(token, range),
    'compose.snippets': () => snippets.list(),
    'compose.saveSnippet': (snippet) => snippets.save(snippet),
    'compose.removeSnippet': ({ id }) => snippets.remove(id),
    'compose.templates': ({ accountId }, { signal }) => templates.choices(accountId, signal),
    'compose.saveTemplate': async ({ draftId, id, description }, { signal }) => {
      const { accountId, content } = (await drafts.get(draftId)).stored
      return saveAsTemplate(templates, { accountId, id, description, content, signal })
    },
    'compose.context': ({ accountId }, { signal }) => accountContext({ accounts, archives }, accountId, signal),
    'compose.checkRecipients': async ({ accountId, ...wanted }, { signal }) => {
      const { storeHistory } = accounts.get(accountId)
      const listed = await listedRecipients(needs.blacklists, { accountId, ...wanted })
      if (!storeHistory) return { listed, blocked: [] }
      const now = accounts.clockOf(accountId).now()
      const blocked = await checkRecipients(await archives.of(accountId), wanted.addresses, { now, signal })
      return { listed, blocked }
    },
    'compose.checkRepeats': async ({ draftId, hours }, { signal }) =>
      checkRepeats(needs, await drafts.get(draftId), { hours, signal }),
    'compose.inlineCss': async ({ html }) => ({ html: await inlineCss(html) }),
  }
}

/** Loaded with the first file, because the table of file types and the image reader would slow down every start. */
const draftFiles = (): Promise<typeof import('./files/draft-files.ts')> => import('./files/draft-files.ts')

/** As the schema returns it: an absent field may also be undefined. */
type Optional<Change extends { columns?: unknown }> = Omit<Change, 'columns'> & {
  columns?: Change['columns'] | undefined
}

/** What became of a message that was sent is a send, and stays. */
async function removeTemporary(drafts: DraftStore, id: string): Promise<void> {
  const draft = await drafts.get(id).catch(() => null)
  if (draft?.stored.temporary) await drafts.remove(id)
}

type Wanted = Pick<ParsedInput<'compose.createDraft'>, 'start' | 'temporary'>

async function createDraft(
  { accounts, files, templates, drafts, snippets, fromSend }: Needs,
  accountId: string,
  { start, temporary }: Wanted,
  { signal }: CallContext,
): Promise<DraftFolder> {
  // Throws where there is no such account: a draft must belong to one.
  accounts.get(accountId)
  switch (start.from) {
    case 'blank':
      return drafts.create(accountId, {}, { temporary })
    case 'draft':
      return drafts.copy(start.id, accountId, { temporary })
    case 'send':
      return fromSend(start.id, start)
    case 'file': {
      const { draftOfFile } = await import('./files/message-file.ts')
      return draftOfFile({ drafts, files }, { accountId, token: start.token })
    }
    case 'template':
      return drafts.create(accountId, await contentOfTemplate(templates, { accountId, id: start.id, signal }))
    case 'snippet': {
      const snippet = snippets.find(start.id)
      if (!snippet) throw new AppError('not-found', 'This snippet was removed.')
      const { subject, html, text } = snippet
      return drafts.create(accountId, { subject, html, text, textMode: text === '' ? 'made' : 'written' })
    }
  }
}

function wholeDraft(folder: DraftFolder): Draft {
  const { id, accountId, content, savedAt } = folder.stored
  const { columns, rows } = folder.people
  return {
    id,
    accountId,
    content,
    people: { columns, rows: rows.slice(0, firstRows) },
    recipients: rows.length,
    revision: folder.revision,
    peopleRevision: folder.peopleRevision,
    savedAt,
    template: originOf(folder.stored),
    problems: [],
  }
}

/** A field that is undefined was not changed. */
function given(content: { [Field in keyof DraftContent]?: DraftContent[Field] | undefined }): Partial<DraftContent> {
  const entries = Object.entries(content).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Partial<DraftContent>
}

function givenChange({ columns, ...change }: Optional<PeopleChange>): PeopleChange {
  return columns ? { ...change, columns } : change
}
