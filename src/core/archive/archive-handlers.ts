import { join } from 'node:path'
import { english, plural } from '#shared/domain/base/plural.ts'
import type { Accounts } from '../accounts/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { Ports } from '../base/ports.ts'
import { exportsFolder, type FileTokens } from '../files/index.ts'
import type { Jobs, JobWork } from '../jobs/index.ts'
import type { Archives } from './archives.ts'
import type { Damage } from './port/archive-port.ts'

type Needs = {
  readonly ports: Ports
  readonly archives: Archives
  readonly accounts: Accounts
  readonly jobs: Jobs
  readonly files: FileTokens
}

export function archiveHandlers({ ports, archives, accounts, jobs, files }: Needs): HandlersOf<'archive'> {
  function startJob(accountId: string, title: string, work: JobWork): { jobId: string } {
    archives.requireHistory(accountId)
    return { jobId: jobs.start({ kind: 'archive', title, accountId, cancellable: false, work }) }
  }

  async function backUp(accountId: string, name: string): ReturnType<JobWork> {
    const folder = await exportsFolder(ports.paths.data)
    const moment = new Date(ports.clock.now()).toISOString().slice(0, 19).replaceAll(':', '')
    const target = join(folder, `mailroom-${name.replace(/[^\p{L}\p{N}_-]+/gu, '-')}-${moment}.sqlite`)
    await (await archives.of(accountId)).backUp(target)
    const { token } = await files.register(target, { isCopy: true })
    return { text: 'The backup is complete.', fileToken: token }
  }

  return {
    'archive.info': async ({ accountId }) => (await archives.of(accountId)).info(),
    'archive.backUp': ({ accountId }) => {
      const { name } = accounts.get(accountId)
      return startJob(accountId, `Back up the archive of ${name}`, ({ progress }) => {
        progress({ note: 'Copying' })
        return backUp(accountId, name)
      })
    },
    'archive.check': ({ accountId }) =>
      startJob(accountId, `Check the archive of ${accounts.get(accountId).name}`, async () => {
        const { kind, findings } = await (await archives.of(accountId)).checkIntegrity()
        return { text: verdicts[kind](plural(english, findings.length, 'problem')), fileToken: null }
      }),
    'archive.rebuild': ({ accountId }) =>
      startJob(accountId, `Rebuild the search index of ${accounts.get(accountId).name}`, async () => {
        await (await archives.of(accountId)).rebuildIndex()
        return { text: 'The index was rebuilt from the records.', fileToken: null }
      }),
  }
}

const verdicts: Record<Damage['kind'], (problems: string) => string> = {
  none: () => 'The records and the index are intact.',
  index: (problems) => `The records are intact, but the index has ${problems}. Rebuild it.`,
  file: (problems) => `The file has ${problems}. Make a backup, then sync again from the service.`,
}
