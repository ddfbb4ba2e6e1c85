import { pathToFileURL } from 'node:url'
import { damaged } from '../../../base/packs/damaged.ts'
import { SqliteFile } from '../../../base/sqlite-file.ts'

export { inMemory, type StoredRow } from '../../../base/sqlite-file.ts'

type DatabaseOptions = {
  readonly readOnly?: boolean
  /** Read only, without writing anything next to the file. No other process may write to the file at the same time. */
  readonly immutable?: boolean
  /** Keeps no log next to the file, so that the file is complete without one. */
  readonly single?: boolean
  readonly maxPages?: number
}

export class Database extends SqliteFile {
  constructor(
    path: string,
    { readOnly: asked = false, immutable = false, single = false, maxPages }: DatabaseOptions = {},
  ) {
    const readOnly = asked || immutable
    super(path, {
      readOnly,
      ...(immutable && { url: immutableUrl(path) }),
      damaged,
      unreadable:
        'Mailroom could not read or write this account’s archive file. Check the disk and the data folder’s permissions.',
      internal: 'Something went wrong in the archive. See the log for details.',
    })
    try {
      this.#configure({ readOnly, single, maxPages })
    } catch (error) {
      // Most damage is first noticed here. On Windows, a file that is still open can be neither renamed nor deleted.
      this.close()
      throw error
    }
  }

  #configure({ readOnly, single, maxPages }: DatabaseOptions): void {
    if (single === true) this.run('PRAGMA journal_mode = DELETE')
    else if (readOnly !== true) {
      // NORMAL loses nothing when the process is killed. A power failure may lose the last transactions, but the horizon is
      // lost with them, so their records are synced again.
      this.run('PRAGMA journal_mode = WAL')
      this.run('PRAGMA synchronous = NORMAL')
      this.run('PRAGMA journal_size_limit = 67108864')
      this.run('PRAGMA wal_autocheckpoint = 8000')
      // Overwrites removed data only in pages that must be written anyway, which costs nothing extra.
      this.exec('PRAGMA secure_delete = FAST')
      if (maxPages !== undefined) this.get(`PRAGMA max_page_count = ${maxPages}`)
    }
    this.run('PRAGMA temp_store = MEMORY')
    // The writer goes through the file in order and needs few pages twice; the reader returns to the same pages.
    this.run(`PRAGMA cache_size = ${readOnly === true ? -32_768 : -8192}`)
  }
}

/** Without `immutable`, reading a file copied from an open archive would create a log next to it. */
function immutableUrl(path: string): URL {
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return url
}
