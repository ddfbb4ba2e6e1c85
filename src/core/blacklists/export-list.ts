import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ParsedInput } from '#shared/contract/table.ts'
import { english, plural } from '#shared/domain/base/plural.ts'
import { writeTable, type Row } from '#formats/index.ts'
import { writeWhole } from '../base/whole-files/part-file.ts'
import { exportsFolder, type FileTokens } from '../files/index.ts'
import { scopeOf } from './scope.ts'
import { steadyPages } from './steady-pages.ts'
import type { Blacklists, BlacklistNeeds } from './blacklists.ts'

const rowsAtOnce = 5000
const columns = ['address', 'date', 'list', 'reason']

/** Starts a job that writes a search’s entries to a file, which then waits to be saved. Returns the job’s id. */
export async function exportList(
  { format, ...asked }: ParsedInput<'blacklists.export'>,
  { blacklists, needs, files }: { blacklists: Blacklists; needs: BlacklistNeeds; files: FileTokens },
): Promise<string> {
  const { store } = await blacklists.of(asked.accountId)
  const { name } = needs.accounts.get(asked.accountId)
  const fileName = `${name} ${asked.type}.${format}`
  const scope = { ...scopeOf(asked), grouped: false }
  async function* batches(signal: AbortSignal, progress: (fraction: number) => void): AsyncGenerator<Row[]> {
    let read = 0
    for await (const { rows, items } of steadyPages((at) => store.call('rows', { ...asked, scope }, at, rowsAtOnce))) {
      signal.throwIfAborted()
      read += items.length
      progress(rows === 0 ? 1 : read / rows)
      yield items.flatMap((item): Row[] =>
        item.kind === 'entry'
          ? [[item.email, item.date === 0 ? null : new Date(item.date * 1000), item.list, item.reason]]
          : [],
      )
    }
  }
  return needs.jobs.start({
    kind: 'blacklists-export',
    title: fileName,
    accountId: asked.accountId,
    work: async ({ signal, progress }) => {
      const path = join(await exportsFolder(needs.ports.paths.data), `${randomUUID()}.${format}`)
      const rows = batches(signal, (fraction) => progress({ fraction }))
      const table = writeTable(format, columns, rows, { for: 'people', sheetName: asked.type.slice(0, 31) })
      try {
        await writeWhole(
          path,
          async (part) => {
            for await (const chunk of table) await part.write([chunk])
          },
          { mode: 0o600 },
        )
        const { token } = await files.register(path, { name: fileName, isCopy: true })
        return { text: `${plural(english, table.report.rows, 'address', 'addresses')} exported.`, fileToken: token }
      } catch (thrown) {
        await rm(path, { force: true })
        throw thrown
      }
    },
  })
}
