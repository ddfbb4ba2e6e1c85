import { type Row, type TableStream, writeXls, writeXlsx } from '#formats/index.ts'
import { exportTags } from '#shared/domain/exports/export-tags.ts'
import { mediaTypes, type FileType } from '#shared/contract/base/file-type.ts'
import type { Store } from '../store/index.ts'
import { createMarks } from './marks.ts'
import { cellsSql, columns, textSql } from './record-sql.ts'
import { scopeOf, sliceRows, slices, type Scope } from './slices.ts'
import type { Export, Exports } from './types.ts'
import { withSmallYoungGeneration } from '../base/young-generation.ts'

const source = `FROM messages JOIN streams ON streams.id = messages.stream
  WHERE messages.id > ? AND messages.id <= ? AND change > ? AND change <= ?`

/**
 * Dates are epoch seconds in json and csv, and spreadsheet dates in UTC in xls and xlsx. The csv is meant for programs,
 * not for spreadsheets, so its values are not escaped for them and it has no byte order mark.
 */
export function createExports(store: Store): Exports {
  const { database, changes } = store
  const marks = createMarks(store)

  function texts(fileType: 'json' | 'csv', scope: Scope): Export {
    let records = 0
    const [start, separator, end] = fileType === 'json' ? ['[', ',\n', ']\n'] : [columns.join(','), '\r\n', '\r\n']
    async function* chunks(): AsyncGenerator<Uint8Array> {
      // Cast to a blob, because a string would be decoded and encoded again.
      const statement = database.arrays(
        `SELECT count(*), CAST(group_concat(${textSql[fileType]}, ?) AS BLOB) ${source}`,
      )
      yield Buffer.from(start)
      for await (const [after, to] of slices(database, scope, sliceRows.text)) {
        const row = statement.get(separator, after, to, scope.changedAfter, scope.changedTo) as unknown
        const [count, text] = row as [number, Uint8Array | null]
        if (!text) continue
        if (records > 0 || fileType === 'csv') yield Buffer.from(separator)
        records += count
        yield text
      }
      yield Buffer.from(end)
    }
    return { contentType: mediaTypes[fileType], chunks: chunks(), records: () => records, cutTexts: () => 0 }
  }

  function sheets(fileType: 'xls' | 'xlsx', scope: Scope): Export {
    async function* batches(): AsyncGenerator<Row[]> {
      const statement = database.arrays(`SELECT ${cellsSql} ${source} ORDER BY messages.id`)
      for await (const [after, to] of slices(database, scope, sliceRows.cells)) {
        const rows = statement.all(after, to, scope.changedAfter, scope.changedTo) as unknown as (string | number)[][]
        if (rows.length > 0) yield rows.map(toCells)
      }
    }
    const write = fileType === 'xls' ? writeXls : writeXlsx
    const table: TableStream = write(columns, withSmallYoungGeneration(batches()))
    const { report } = table
    return {
      contentType: mediaTypes[fileType],
      chunks: table,
      records: () => report.rows,
      cutTexts: () => report.cutCells,
    }
  }

  const start = (fileType: FileType, scope: Scope): Export =>
    fileType === 'json' || fileType === 'csv' ? texts(fileType, scope) : sheets(fileType, scope)

  return {
    all: (fileType, period) => start(fileType, scopeOf(database, period, 0, Number.MAX_SAFE_INTEGER)),
    delta(fileType, period) {
      const upTo = changes.current()
      const scope = scopeOf(database, period, marks.read(fileType), upTo)
      // After a reset, the number means nothing: the changes are counted from the beginning again.
      const commit = (): void => {
        if (scope.edition === database.edition) marks.move(fileType, upTo)
      }
      return { ...start(fileType, scope), commit }
    },
  }
}

/** Cuts dates to whole seconds, because the json format has nothing finer. */
const wholeSecond = (date: string | number): Date => new Date(Math.floor(Number(date) / 1000) * 1000)

function toCells([id, apiKey, created, changed, from, email, subject, size, tags, ...rest]: (string | number)[]): Row {
  return [
    id!,
    apiKey!,
    wholeSecond(created!),
    wholeSecond(changed!),
    from!,
    email!,
    subject!,
    size!,
    exportTags(JSON.parse(String(tags)) as string[]) || null,
    ...rest,
  ]
}
