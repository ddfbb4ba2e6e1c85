import { join } from 'node:path'
import type { Accounts } from '../accounts/index.ts'
import { exportsFolder, type FileTokens } from '../files/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { Jobs } from '../jobs/index.ts'
import type { Ports } from '../base/ports.ts'
import type { Archives } from './archives.ts'

type ArchiveRooms = {
  readonly ports: Ports
  readonly archives: Archives
  readonly accounts: Accounts
  readonly jobs: Jobs
  readonly files: FileTokens
}

export function archiveHandlers({ ports, archives, accounts, jobs, files }: ArchiveRooms): HandlersOf<'archive'> {
  return {
    'archive.info': async ({ accountId }) => (await archives.of(accountId)).info(),
    'archive.backUp': ({ accountId }) => {
      archives.mustKeep(accountId)
      const { name } = accounts.get(accountId)
      const jobId = jobs.start({
        kind: 'archive',
        title: `Back up the archive of ${name}`,
        accountId,
        cancellable: false,
        work: async ({ progress }) => {
          progress({ note: 'Copying' })
          const folder = await exportsFolder(ports.paths.data)
          const day = new Date(ports.clock.now()).toISOString().slice(0, 19).replaceAll(':', '')
          const target = join(folder, `mailroom-${name.replace(/[^\p{L}\p{N}_-]+/gu, '-')}-${day}.sqlite`)
          await (await archives.of(accountId)).backUp(target)
          const { token } = await files.register(target, { isCopy: true })
          return { text: 'The copy is complete.', fileToken: token }
        },
      })
      return { jobId }
    },
    'archive.check': ({ accountId }) => {
      archives.mustKeep(accountId)
      const { name } = accounts.get(accountId)
      const jobId = jobs.start({
        kind: 'archive',
        title: `Check the archive of ${name}`,
        accountId,
        cancellable: false,
        work: async () => {
          const { kind, findings } = await (await archives.of(accountId)).checkIntegrity()
          return { text: verdicts[kind](findings.length), fileToken: null }
        },
      })
      return { jobId }
    },
    'archive.rebuild': ({ accountId }) => {
      archives.mustKeep(accountId)
      const { name } = accounts.get(accountId)
      const jobId = jobs.start({
        kind: 'archive',
        title: `Rebuild the search index of ${name}`,
        accountId,
        cancellable: false,
        work: async () => {
          await (await archives.of(accountId)).rebuildIndex()
          return { text: 'The index was written anew from the records.', fileToken: null }
        },
      })
      return { jobId }
    },
  }
}

const verdicts = {
  none: () => 'Every record and the whole index are sound.',
  index: (findings: number) => `The records are whole, but the index has ${findings} faults: rebuild it.`,
  file: (findings: number) =>
    `The file itself has ${findings} faults: make a backup, then sync again from the service.`,
}
