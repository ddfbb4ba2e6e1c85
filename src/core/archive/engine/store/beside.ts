import { besideOf, type BesideMessages } from '../../common/beside-messages.ts'
import type { Database } from '../file/database.ts'

/** Reads the settings, coverage and tombstones of an archive, to be written to another one. */
export function readBeside(database: Database): BesideMessages {
  const settings = database.all('SELECT name, value FROM setting ORDER BY name')
  const coverage = database.all('SELECT kind, start, stop FROM coverage ORDER BY kind, start')
  const tombstones = database.all('SELECT hash, erased FROM tombstone ORDER BY hash')
  return besideOf(
    settings,
    coverage,
    tombstones.map(({ hash, erased }) => ({
      hash: Buffer.from(hash as Uint8Array).toString('hex'),
      erased: Number(erased),
    })),
  )
}

/** Writes settings, coverage and tombstones to a new file. */
export function writeBeside(database: Database, { settings, coverage, tombstones }: BesideMessages): void {
  database.transaction(() => {
    for (const { name, value } of settings) database.run('INSERT OR REPLACE INTO setting VALUES (?, ?)', name, value)
    for (const { kind, start, stop } of coverage)
      database.run('INSERT INTO coverage VALUES (?, ?, ?)', kind, start, stop)
    for (const { hash, erased } of tombstones ?? []) {
      database.run('INSERT INTO tombstone VALUES (?, ?)', Buffer.from(hash, 'hex'), erased)
    }
  })
}
