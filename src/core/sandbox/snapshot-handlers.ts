import { AppError } from '#shared/contract/base/error.ts'
import type { HandlersOf } from '../base/handlers.ts'
import type { FileTokens } from '../files/index.ts'
import type { LocalSandbox } from './local-sandbox.ts'
import { refused } from './refusals.ts'

type Names =
  | 'sandbox.snapshots'
  | 'sandbox.saveSnapshot'
  | 'sandbox.restoreSnapshot'
  | 'sandbox.exportSnapshot'
  | 'sandbox.importSnapshot'
  | 'sandbox.compareSnapshot'
  | 'sandbox.removeSnapshot'

export function snapshotHandlers(sandbox: LocalSandbox, files: FileTokens): Pick<HandlersOf<'sandbox'>, Names> {
  return {
    'sandbox.snapshots': () => sandbox.running.control.snapshots.list(),
    'sandbox.saveSnapshot': async ({ name, replace }) => {
      const { snapshots } = sandbox.running.control
      const isTaken = (await snapshots.list()).some((snapshot) => snapshot.name === name)
      // The name is refused before the job begins, so that the page can ask the user.
      if (isTaken && !replace)
        throw new AppError('conflict', `A snapshot named “${name}” already exists. Choose another name, or replace it.`)
      const jobId = sandbox.begin({
        title: `Save the snapshot ${name}`,
        note: 'Saving everything in the sandbox',
        work: async () => {
          await snapshots.save(name, { replace }).catch(refused)
          return `The snapshot “${name}” was saved.`
        },
      })
      return { jobId }
    },
    'sandbox.restoreSnapshot': ({ name }) => {
      const { control } = sandbox.running
      const jobId = sandbox.begin({
        title: `Restore the snapshot ${name}`,
        note: 'Replacing everything in the sandbox',
        work: async () => {
          await control.snapshots.restore(name).catch(refused)
          return `The snapshot “${name}” was restored. ${await sandbox.contents(control)}`
        },
      })
      return { jobId }
    },
    'sandbox.exportSnapshot': async ({ name }) => {
      const path = await sandbox.running.control.snapshots.pathOf(name).catch(refused)
      return files.register(path)
    },
    'sandbox.importSnapshot': ({ token }) => {
      const { snapshots } = sandbox.running.control
      const file = files.hold(token)
      // The page no longer needs the file. If it is Mailroom’s copy, it is removed when the job ends.
      files.release(token)
      const jobId = sandbox.begin({
        title: `Import the snapshot ${file.name}`,
        note: 'Checking the file',
        work: async () => {
          using held = file
          const name = await snapshots.add(held.path, held.name).catch(refused)
          return `The snapshot “${name}” was imported.`
        },
      })
      return { jobId }
    },
    'sandbox.compareSnapshot': ({ name }) => sandbox.running.control.snapshots.compare(name).catch(refused),
    'sandbox.removeSnapshot': ({ name }) => sandbox.running.control.snapshots.remove(name).catch(refused),
  }
}
