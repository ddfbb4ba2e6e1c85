import { execFile } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { secondsPerDay } from '#shared/domain/base/durations.ts'
import { startSandbox, type Program } from '../sandbox/program.ts'
import { figure, median, type Print } from '../support/figure.ts'
import { runTask } from './run-task.ts'

type Saved = { readonly seconds: number; readonly megabytes: number; readonly bytes: number }

const million = 1_000_000
/** The sandbox generates the file at the speed of one core, which varies between rounds. */
const rounds = 9
/** More than a year before and a day after now, so that the file has every message of the sandbox. */
const everyDay = { from: dayIn(-400), to: dayIn(1) }

/** A csv export of a million messages from the sandbox to the disk, compared with curl requesting the same file. */
export async function benchService(print: Print, folder: string): Promise<void> {
  const sandbox = await startSandbox('--seed', 'million', '--data', join(folder, 'sandbox'))
  try {
    const [ours, theirs]: [Saved[], Saved[]] = [[], []]
    await saved(sandbox, folder, everyDay)
    for (let round = 0; round < rounds; round++) {
      ours.push(await saved(sandbox, folder, everyDay))
      theirs.push(await savedByCurl(sandbox, folder))
      if (ours.at(-1)!.bytes !== theirs.at(-1)!.bytes) throw new Error('The two sides got different files.')
    }
    const speed = (all: readonly Saved[]): number => median(all.map(({ bytes, seconds }) => bytes / 1e6 / seconds))
    const given = { unit: 'MB/s', n: million, peerName: 'curl -o' }
    print(figure({ bench: 'exports.service-to-disk', ours: speed(ours), peer: speed(theirs), ...given }))
    const few = await saved(sandbox, folder, { from: dayIn(-100), to: dayIn(-1) })
    const memory = { ours: Math.max(...ours.map(({ megabytes }) => megabytes)), peer: few.megabytes }
    const peerName = 'the same with a quarter of the messages'
    print(figure({ bench: 'exports.service-to-disk-rss', ...memory, unit: 'MB', n: million, peerName }))
  } finally {
    await sandbox.stop()
  }
}

async function saved(
  { url, user, key }: Program,
  folder: string,
  { from, to }: { from: string; to: string },
): Promise<Saved> {
  const file = join(folder, 'service.csv')
  const found = await runTask<Saved>('service-task.ts', url, user, key, file, from, to)
  await rm(file)
  return found
}

async function savedByCurl({ url, user, key }: Program, folder: string): Promise<Saved> {
  const file = join(folder, 'curl.csv')
  const headers = [`X-Service-ApiUser: ${user}`, `X-Service-ApiKey: ${key}`, 'Content-Type: application/json']
  const flags = ['--silent', '--fail', '--output', file, '--data', '{}', ...headers.flatMap((one) => ['--header', one])]
  const started = performance.now()
  await promisify(execFile)('curl', [...flags, `${url}/export/csv`])
  const seconds = (performance.now() - started) / 1000
  const handle = await open(file, 'r+')
  // Flush, so that pending writes do not slow the other side.
  await handle.sync()
  const { size } = await handle.stat()
  await handle.close()
  await rm(file)
  return { seconds, megabytes: NaN, bytes: size }
}

function dayIn(days: number): string {
  return new Date(Date.now() + days * secondsPerDay * 1000).toISOString().slice(0, 10)
}
