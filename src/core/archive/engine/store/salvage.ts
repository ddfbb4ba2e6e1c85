import { AppError } from '#shared/contract/base/error.ts'
import { besideOf, type BesideMessages } from '../../common/beside-messages.ts'
import { saltSettings } from '../../common/salts.ts'
import { Database, type StoredRow } from '../file/database.ts'

/** Whether everything could be read from a damaged archive. */
export type Salvaged = {
  readonly settings: boolean
  /** False if an erased person may be missing. Their later messages would be imported again. */
  readonly erased: boolean
}

type Found = Pick<BesideMessages, 'settings'> & {
  readonly tombstones: NonNullable<BesideMessages['tombstones']>
  readonly salvaged: Salvaged
}

/** These describe the messages in the damaged file. A sync of the new file has to read everything. */
const horizonSettings: ReadonlySet<string> = new Set(['wantedFrom', 'opensRefreshedUntil', 'lastSync'])

/**
 * Reads from a damaged archive the parts that no sync can restore: the settings and the erased people. Both are small
 * tables, so they are often intact if a file of gigabytes is damaged somewhere.
 */
export function readDamaged(path: string): Found {
  const settings = readableRows(path, 'SELECT name, value FROM setting')
  const tombstones = readableRows(path, 'SELECT hash, erased FROM tombstone')
  const intact = settings.rows.filter(({ value }) => isJson(String(value)))
  const areSettingsComplete = settings.isComplete && intact.length === settings.rows.length
  const beside = besideOf(intact, [], null)
  // A hash without its salt keeps nobody out.
  const hasSalt = beside.settings.some(({ name }) => saltSettings.includes(name))
  return {
    settings: beside.settings.filter(({ name }) => !horizonSettings.has(name)),
    tombstones: hasSalt
      ? tombstones.rows.map(({ hash, erased }) => ({
          hash: Buffer.from(hash as Uint8Array).toString('hex'),
          erased: Number(erased),
        }))
      : [],
    salvaged: {
      settings: areSettingsComplete,
      erased: tombstones.isComplete && (areSettingsComplete || tombstones.rows.length === 0),
    },
  }
}

/** Returns the rows before the first damaged page. */
function readableRows(path: string, sql: string): { rows: StoredRow[]; isComplete: boolean } {
  const rows: StoredRow[] = []
  try {
    const database = new Database(path, { readOnly: true })
    try {
      for (const row of database.iterate(sql)) rows.push(row)
    } finally {
      database.close()
    }
    return { rows, isComplete: true }
  } catch (error) {
    if (error instanceof AppError) return { rows, isComplete: false }
    throw error
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
