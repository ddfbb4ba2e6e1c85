import { AppError } from '#shared/contract/base/error.ts'
import { besideOf, type BesideMessages } from '../../common/beside-messages.ts'
import { saltSettings } from '../../common/salts.ts'
import { Database, type StoredRow } from '../file/database.ts'

/** Whether everything could be read from a damaged archive. */
export type Salvaged = {
  readonly settings: boolean
  /** False if an erased person may be missing. Their later messages would be imported again. */
  readonly erased: boolean
  /** Whether files had been imported. No sync restores their messages. */
  readonly hadImports: boolean
}

type Found = Pick<BesideMessages, 'settings'> & {
  readonly tombstones: NonNullable<BesideMessages['tombstones']>
  readonly salvaged: Salvaged
}

/** These describe the messages in the damaged file. A sync of the new file has to read everything. */
const horizonSettings: ReadonlySet<string> = new Set(['wantedFrom', 'opensRefreshedUntil', 'lastSync'])

/** These describe the files whose messages were in the damaged file. Some names are followed by an account’s id. */
const importSettings = /^(?:fileImports|fileImportUnderWay(?: .*)?)$/

/** The length of a SHA-256 hash. */
const hashBytes = 32

/**
 * Reads from a damaged archive the parts that no sync can restore: the settings and the erased people. Both are small
 * tables, so they are often intact if a file of gigabytes is damaged somewhere.
 */
export function readDamaged(path: string): Found {
  const settings = readableRows(path, 'SELECT name, value FROM setting', settingOf)
  const tombstones = readableRows(path, tombstoneQuery, tombstoneOf)
  const beside = besideOf(settings.found, [], null)
  // A hash without its salt keeps nobody out.
  const hasSalt = beside.settings.some(({ name }) => saltSettings.includes(name))
  return {
    settings: beside.settings.filter(({ name }) => !horizonSettings.has(name) && !importSettings.test(name)),
    tombstones: hasSalt ? tombstones.found : [],
    salvaged: {
      settings: settings.isComplete,
      erased: tombstones.isComplete && (settings.isComplete || tombstones.found.length === 0),
      hadImports: beside.settings.some(({ name, value }) => importSettings.test(name) && value !== 'null'),
    },
  }
}

function settingOf({ name, value }: StoredRow): { name: string; value: string } | null {
  return typeof name === 'string' && typeof value === 'string' && isJson(value) ? { name, value } : null
}

/** An integer that a number cannot hold would end the query, so all are read as REAL. */
const tombstoneQuery =
  "SELECT hash, CASE typeof(erased) WHEN 'integer' THEN CAST(erased AS REAL) END AS at FROM tombstone"

function tombstoneOf({ hash, at }: StoredRow): { hash: string; erased: number } | null {
  if (!(hash instanceof Uint8Array) || hash.length !== hashBytes) return null
  if (typeof at !== 'number' || !Number.isSafeInteger(at)) return null
  return { hash: Buffer.from(hash).toString('hex'), erased: at }
}

/**
 * Reads the rows before the first damaged page. SQLite returns some damaged rows without an error, for example with
 * values of another type. `read` returns null for these.
 */
function readableRows<Read>(
  path: string,
  sql: string,
  read: (row: StoredRow) => Read | null,
): { found: Read[]; isComplete: boolean } {
  const found: Read[] = []
  let isComplete = true
  try {
    const database = new Database(path, { readOnly: true })
    try {
      for (const row of database.iterate(sql)) {
        const value = read(row)
        if (value === null) isComplete = false
        else found.push(value)
      }
    } finally {
      database.close()
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    isComplete = false
  }
  return { found, isComplete }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
