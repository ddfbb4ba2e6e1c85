import type { Accounts } from '../accounts/index.ts'
import type { Notices } from '../app/index.ts'
import type { Ground, RoomWith } from '../base/room.ts'
import type { FileTokens } from '../files/index.ts'
import type { Jobs } from '../jobs/index.ts'
import { archiveHandlers } from './archive-handlers.ts'
import { Archives } from './archives.ts'
import type { ReadOnlyArchives } from './read-only-archives.ts'

export type { Archives } from './archives.ts'
export { probeTeamArchive } from './probe-team-archive.ts'
export { ReadOnlyArchives } from './read-only-archives.ts'
export type {
  ArchivePort,
  ImporterPort,
  ImportResult,
  ReadingPort,
  RowRange,
  SortedScope,
} from './port/archive-port.ts'

/** The methods that archives provide both in the app and in a program that only reads. */
export type ReadingArchives = Pick<ReadOnlyArchives, 'of' | 'noteAccess'>

export type { TeamSends } from './port/team-sends.ts'
export { withoutErased } from './common/without-erased.ts'
export type { SyncTurn } from './team-archives.ts'
export type { Inspected, Maintained, Members, NewMembers } from './server/administration/administration.ts'
export type { ServerArchiveOptions } from './server/open-server-thread.ts'

/** Functions for administrators of a team’s server. Loads the server’s driver, which most programs never need. */
export function loadAdministration() {
  return import('./server/administration/administration.ts')
}

/** Moves an archive between its file and a team’s server. Loads the driver in a separate thread. */
export function loadMoves() {
  return import('./server/move-archive.ts')
}

type Needs = Ground & {
  readonly accounts: Accounts
  readonly notices: Notices
  readonly jobs: Jobs
  readonly files: FileTokens
}

export function archiveRoom({ ports, events, accounts, notices, jobs, files }: Needs): RoomWith<'archive', Archives> {
  const archives = new Archives({ ports, events, accounts, notices })
  return {
    service: archives,
    handlers: archiveHandlers({ ports, archives, accounts, jobs, files }),
    keeps: {
      // A person is erased from the archive before any other room, so that no sync or import restores them in between.
      erase: 'is erased from first',
      size: {
        async archive(id) {
          const bytes = await archives.bytesOf(id)
          return bytes === null ? null : { bytes, items: null }
        },
      },
      async afterRemoval({ id, teamServer }) {
        await archives.close(id)
        if (teamServer !== null) await archives.team.passwords.remove(id)
      },
      afterHistoryStops: (id, files) => archives.closeFor(id, files),
    },
    closing: () => archives.team.beginClosing(),
    close: () => archives.closeAll(),
  }
}
