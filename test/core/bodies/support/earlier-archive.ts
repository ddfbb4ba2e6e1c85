import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openArchive } from '#test/core/archive/support/open-archive.ts'

export type EarlierSend = {
  readonly sendId: string
  readonly at: number
  readonly content: { readonly text: string; readonly html?: string; readonly columns?: readonly string[] }
  /** Sends with the same name share their content; a send without one stores it itself. */
  readonly shared?: string
  /** Lowercase, as earlier versions wrote them. */
  readonly to: readonly { readonly address: string; readonly values?: readonly string[] }[]
}

/** An archive as an earlier version wrote it, including copies of its sends. */
export async function writeEarlierArchive(folder: string, sends: readonly EarlierSend[]): Promise<void> {
  await (await openArchive({ folder })).close()
  const database = new DatabaseSync(join(folder, 'archive.sqlite'))
  const sent = database.prepare('INSERT INTO sent (sendId, at, content, shared) VALUES (?, ?, ?, ?)')
  const contents = database.prepare('INSERT OR IGNORE INTO sent_content VALUES (?, ?)')
  const to = database.prepare('INSERT INTO sent_to VALUES (?, ?, ?)')
  database.exec('BEGIN')
  for (const { sendId, at, content, shared, to: people } of sends) {
    sent.run(sendId, at, shared === undefined ? JSON.stringify(content) : '', shared ?? null)
    if (shared !== undefined) contents.run(shared, JSON.stringify(content))
    for (const { address, values } of people) to.run(address, sendId, values ? JSON.stringify(values) : null)
  }
  database.exec('COMMIT')
  database.close()
}

/** The number of rows left in the archive for sends of earlier versions. */
export function leftInArchive(folder: string): number {
  const database = new DatabaseSync(join(folder, 'archive.sqlite'), { readOnly: true })
  const counts = ['sent', 'sent_to', 'sent_content'].map((table) => {
    return Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()!['n'])
  })
  database.close()
  return counts.reduce((sum, count) => sum + count, 0)
}
