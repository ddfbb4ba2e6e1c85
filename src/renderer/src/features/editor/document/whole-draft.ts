import type { Draft } from '#shared/contract/drafts.ts'
import type { Host } from '../../../lib/host/host.ts'
import type { Version } from './merge-draft.ts'

const rowsAtOnce = 1000

/** A long table is read in parts, because reading it in one call would freeze the page. A known table is not read again. */
export async function wholeDraft(host: Host, id: string, known?: Version): Promise<Draft> {
  const draft = await host.invoke('drafts.get', { id })
  if (draft.peopleRevision === known?.peopleRevision) return { ...draft, people: known.people }
  const { columns, rows } = draft.people
  const all = [...rows]
  while (all.length < draft.recipients) {
    const more = await host.invoke('drafts.people', { id, from: all.length, count: rowsAtOnce })
    if (more.length === 0) break
    for (const row of more) all.push(row)
  }
  return { ...draft, people: { columns, rows: all } }
}
