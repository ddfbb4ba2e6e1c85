import type { ExportManifest } from '#shared/contract/exports.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { Notices } from '../../app/index.ts'
import type { Archives } from '../../archive/index.ts'
import type { Ground } from '../../base/room.ts'
import type { FileTokens } from '../../files/index.ts'
import type { Jobs } from '../../jobs/index.ts'
import type { Settings } from '../../settings/index.ts'
import type { ExportPart } from '../file/export-part.ts'
import type { PauseGate } from '../file/pause-gate.ts'
import type { ExportProgress } from '../file/progress.ts'

export type ExportContentNeeds = Ground & {
  readonly accounts: Accounts
  readonly archives: Archives
  readonly files: FileTokens
  readonly jobs: Jobs
  readonly notices: Notices
  readonly settings: Settings
}

/** Where an export’s content is written, and what it reports during the write. */
export type Target = {
  readonly part: ExportPart
  readonly progress: ExportProgress
  readonly gate: PauseGate
  readonly signal: AbortSignal
}

/** The manifest’s facts about the written content. */
export type Content = Pick<
  ExportManifest,
  'rows' | 'sheets' | 'cutCells' | 'replacedCells' | 'columns' | 'horizon' | 'completeness' | 'notes'
>

/** The next chunk is created while the previous one is being written. */
export async function writeAll(chunks: AsyncIterable<Uint8Array>, part: ExportPart): Promise<void> {
  let writing: Promise<void> = Promise.resolve()
  try {
    for await (const chunk of chunks) {
      await writing
      writing = part.write([chunk])
      // A failure is reported when the write is awaited with the next chunk; until then, it must not count as
      // unhandled.
      writing.catch(() => undefined)
    }
  } finally {
    // The last write is awaited even if no chunk follows or the next chunk fails: nothing may write into a part that is
    // being removed.
    await writing
  }
}
