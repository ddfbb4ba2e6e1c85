import type { DraftOnDisk, DraftStore } from '../../drafts/index.ts'
import type { SendStore } from './send-store.ts'

/** Creates a new draft from an earlier send, with copies of its files. `again` also keeps its recipients. */
export async function draftFromSend(
  { store, drafts }: { readonly store: SendStore; readonly drafts: DraftStore },
  id: string,
  { again }: { readonly again: boolean },
): Promise<DraftOnDisk> {
  const sent = await store.contents(store.get(id))
  const { stored, people, filesFolder } = sent
  const { accountId, content } = stored
  // Erased people have empty rows.
  const rows = again ? people.rows.filter(({ address }) => address !== '') : []
  const parts = again ? content.parts : content.parts.filter(({ kind }) => kind !== 'row')
  const copies = again ? { cc: content.cc, bcc: content.bcc } : { cc: [], bcc: [] }
  return drafts.createFrom({
    accountId,
    content: { ...content, ...copies, parts },
    people: { columns: people.columns, rows },
    owners: await sent.ownersOnce(),
    filesFolder,
  })
}
