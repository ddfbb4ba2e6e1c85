import { join } from 'node:path'
import { english, plural } from '#shared/domain/base/plural.ts'
import type { Accounts } from '../accounts/index.ts'
import type { HandlersOf } from '../base/handlers.ts'
import { fileError } from '../base/json-file.ts'
import type { Ports } from '../base/ports.ts'
import { exportsFolder, type FileTokens } from '../files/index.ts'
import type { Jobs, JobWork } from '../jobs/index.ts'
import type { Archives } from './archives.ts'
import { withoutErased } from './common/without-erased.ts'
import type { Backup, Damage } from './port/archive-port.ts'

type Needs = {
  readonly ports: Ports
  readonly archives: Archives
  readonly accounts: Accounts
  readonly jobs: Jobs
  readonly files: FileTokens
}

export function archiveHandlers({ ports, archives, accounts, jobs, files }: Needs): HandlersOf<'archive'> {
  function startJob(accountId: string, job: Omit<Parameters<Jobs['start']>[0], 'kind' | 'accountId'>) {
    archives.requireHistory(accountId)
    return { jobId: jobs.start({ kind: 'archive', accountId, cancellable: false, ...job }) }
  }

  async function backUp(accountId: string, name: string, context: Parameters<JobWork>[0]): ReturnType<JobWork> {
    const folder = await exportsFolder(ports.paths.data)
    const moment = new Date(ports.clock.now()).toISOString().slice(0, 19).replaceAll(':', '')
    const target = join(folder, `mailroom-${name.replace(/[^\p{L}\p{N}_-]+/gu, '-')}-${moment}.sqlite`)
    const archive = await archives.of(accountId)
    const done = await archive.backUp(target, { account: name, ...context }).catch((error: unknown) => {
      throw (error as NodeJS.ErrnoException).syscall === undefined ? error : fileError(target, error)
    })
    archives.noteAccess(accountId, { kind: 'exported', messages: done.messages })
    const { token } = await files.register(target, { isCopy: true })
    return { text: backupText(done), fileToken: token }
  }

  return {
    'archive.info': async ({ accountId }) => (await archives.of(accountId)).info(),
    'archive.backUp': ({ accountId }) => {
      const { name } = accounts.get(accountId)
      const work: JobWork = (context) => backUp(accountId, name, context)
      return startJob(accountId, { title: `Back up the ${name} archive`, cancellable: true, work })
    },
    'archive.check': ({ accountId }) =>
      startJob(accountId, {
        title: `Check the ${accounts.get(accountId).name} archive`,
        work: async () => {
          const { kind, findings } = await (await archives.of(accountId)).checkIntegrity()
          return { text: verdicts[kind](plural(english, findings.length, 'problem')), fileToken: null }
        },
      }),
    'archive.rebuild': ({ accountId }) =>
      startJob(accountId, {
        title: `Rebuild the search index for ${accounts.get(accountId).name}`,
        work: async () => {
          await (await archives.of(accountId)).rebuildIndex()
          return { text: 'The search index was rebuilt from the records.', fileToken: null }
        },
      }),
  }
}

function backupText({ messages, bytes, keepsErasedOut }: Backup): string {
  const megabytes = (bytes / 1024 ** 2).toLocaleString('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 })
  const done = `The backup is complete and was checked: ${plural(english, messages, 'message')}, ${megabytes} MB.`
  return keepsErasedOut ? done : `${done} ${withoutErased}`
}

const verdicts: Record<Damage['kind'], (problems: string) => string> = {
  none: () => 'The records and the search index are intact.',
  index: (problems) =>
    `The records are intact, but the search index has ${problems}. Choose Rebuild search index from the History menu.`,
  file: (problems) => `The archive file has ${problems}. Keep a copy of the file, then sync again from the service.`,
}
