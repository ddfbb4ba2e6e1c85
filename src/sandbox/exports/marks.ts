import type { FileType } from '#shared/contract/base/file-type.ts'
import type { Store } from '../store/index.ts'

/** Stores, for each file type, the last change that a delta export has included. */
export function createMarks({ database, account }: Store) {
  const owner = (): string => account()?.id ?? ''
  return {
    read(fileType: FileType): number {
      const row = database.sql('SELECT change FROM marks WHERE account = ? AND file_type = ?').get(owner(), fileType)
      return row ? Number(row['change']) : 0
    },
    /** The mark only moves forward: of two concurrent exports, the one that started first may finish last. */
    move(fileType: FileType, change: number): void {
      database.durably(() =>
        database
          .sql(
            `INSERT INTO marks (account, file_type, change) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET change = max(change, excluded.change)`,
          )
          .run(owner(), fileType, change),
      )
    },
  }
}
