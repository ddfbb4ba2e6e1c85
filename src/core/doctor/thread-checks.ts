import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Paths, WorkerName } from '../base/ports.ts'
import { Channel } from '../base/threads/channel.ts'
import { mendProgram, well, type Check } from './check.ts'

/** The keychain has a separate process and check. The sandbox is checked by starting it with `startSandbox`. */
type ThreadName = Exclude<WorkerName, 'keychain' | 'sandbox'>

/** Starts the sandbox in its thread, on a free port on this computer. */
export type StartSandbox = (options: {
  worker: URL
  smtp: false
  signal: AbortSignal
}) => Promise<{ close(): Promise<void> }>

type Needs = {
  readonly paths: Pick<Paths, 'worker'>
  readonly temporary: () => Promise<string>
  readonly startSandbox: StartSandbox
}

/**
 * Each thread’s input, in a folder that is removed afterwards. Because this is a record, the compiler reports a missing
 * thread.
 */
const given: Readonly<Record<ThreadName, (folder: string) => unknown>> = {
  archive: (folder) => ({ role: 'writer', path: join(folder, 'archive.sqlite') }),
  // The thread gets no calls, so it never connects to a server.
  'team-archive': () => ({ role: 'writer', server: { host: 'localhost', port: 5432 }, password: '' }),
  import: (folder) => ({ path: join(folder, 'empty.csv'), tempFolder: folder }),
  blacklists: (folder) => ({ folder }),
  bodies: (folder) => ({ role: 'writer', folder }),
}

/** Checks that each worker starts, responds and ends. */
export function threadChecks({ paths, temporary, startSandbox }: Needs): Check[] {
  const threads = (Object.keys(given) as ThreadName[]).map((name) => ({
    name: `thread ${name}`,
    mend: mendProgram,
    async run(signal: AbortSignal) {
      const folder = join(await temporary(), name)
      await mkdir(folder)
      await writeFile(join(folder, 'empty.csv'), '')
      await openAndClose({ code: paths.worker(name), name, workerData: given[name](folder) }, signal)
      return well('The thread starts, responds and ends.')
    },
  }))
  const sandbox = {
    name: 'thread sandbox',
    mend: mendProgram,
    async run(signal: AbortSignal) {
      const running = await startSandbox({ worker: paths.worker('sandbox'), smtp: false, signal })
      await running.close()
      return well('The thread starts, listens on this computer and ends.')
    },
  }
  return [...threads, sandbox]
}

type Thread = { readonly code: URL; readonly name: string; readonly workerData: unknown }

async function openAndClose(thread: Thread, signal: AbortSignal): Promise<void> {
  const endedError = (cause: unknown) => cause ?? new Error('The thread ended before it responded.')
  const channel = await Channel.open<{ close(): void }>({ ...thread, resourceLimits: {}, endedError }, signal)
  const giveUp = () => void channel.stop(signal.reason)
  signal.addEventListener('abort', giveUp, { once: true })
  await channel.close()
  signal.removeEventListener('abort', giveUp)
}
