import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { dispatch } from '#core/dispatch.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { startTestApp } from '#test/support/test-ports.ts'
import { failed, held, type Verdict } from '../cage/case.ts'
import { cpuSeconds, peakMegabytes } from '../cage/process-usage.ts'

/** Within this time, a file of at most ten megabytes is read or refused; otherwise a cancel has to stop it. */
const mostSeconds = 5
const afterCancel = 1
/** Above the memory that the app used before it got the file. */
const mostMegabytes = 300
/** The longest time that the main thread may block, measured by calls that do nothing. */
const longestBlock = 0.1

const maker = fileURLToPath(new URL('../generators/make-file.ts', import.meta.url))

export async function task({ kind, name }: { kind: string; name: string }): Promise<Verdict> {
  const folder = await mkdtemp(join(tmpdir(), 'torture-'))
  try {
    const path = join(folder, 'file')
    // Another process makes the file, so that the cost of making it is not measured.
    await promisify(execFile)(process.execPath, [maker, kind, name, path])
    return await readThrough(folder, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readThrough(folder: string, path: string): Promise<Verdict> {
  const app = await startTestApp(join(folder, 'data'))
  const call = (name: string, input: unknown, signal = new AbortController().signal) =>
    dispatch(app, name, input, { signal })
  const blocks = new Blocks(() => call('app.info', undefined))
  try {
    const profile = { ...accountDefaults, name: 'a', baseUrl: 'http://127.0.0.1:9/v1', user: 'u', storeHistory: true }
    const { id: accountId } = (await call('accounts.create', { profile, key: 'k', keep: 'this-run' })) as { id: string }
    await call('app.info', undefined)
    const { token } = await app.files.register(path, { name: 'file' })
    const before = peakMegabytes()
    blocks.start()
    const inspected = await limited((signal) => call('imports.inspect', { accountId, token }, signal))
    const imported =
      inspected.answer === null ? inspected : await limited((signal) => runImport(call, { accountId, token }, signal))
    blocks.stop()
    return judge(inspected, imported, blocks.longest, { size: (await stat(path)).size, before })
  } finally {
    blocks.stop()
    await app.close()
  }
}

type Call = (name: string, input: unknown) => Promise<unknown>
type Ended = { answer: unknown; sentence: string; code: string; seconds: number; cancelled: number | null }

async function runImport(
  call: Call,
  input: { accountId: string; token: string },
  signal: AbortSignal,
): Promise<unknown> {
  const { jobId } = (await call('imports.start', input)) as { jobId: string }
  signal.addEventListener('abort', () => void call('jobs.cancel', { id: jobId }).catch(() => undefined))
  for (;;) {
    const jobs = (await call('jobs.list', undefined)) as {
      id: string
      endedAt: number | null
      state: string
      error: { code: string; message: string } | null
      result: unknown
    }[]
    const job = jobs.find(({ id }) => id === jobId)
    if (job !== undefined && job.endedAt !== null) {
      if (job.error) throw new AppError(job.error.code, job.error.message)
      return job.result ?? job.state
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Cancels a call that uses too much CPU, and measures how much it uses after that. */
async function limited(work: (signal: AbortSignal) => Promise<unknown>): Promise<Ended> {
  const begun = process.cpuUsage()
  const controller = new AbortController()
  let cancelled: number | null = null
  const watch = setInterval(() => {
    if (cancelled !== null || cpuSeconds(begun) < mostSeconds) return
    cancelled = cpuSeconds(begun)
    controller.abort()
  }, 20)
  const end = (answer: unknown, code: string, sentence: string): Ended => {
    clearInterval(watch)
    return { answer, code, sentence, seconds: cpuSeconds(begun), cancelled }
  }
  try {
    const answer = await work(controller.signal)
    return end(answer, '', typeof answer === 'object' ? JSON.stringify(answer).slice(0, 80) : String(answer))
  } catch (error) {
    return error instanceof AppError
      ? end(null, error.code, error.message)
      : end(null, 'not-an-app-error', String(error))
  }
}

function judge(
  inspected: Ended,
  imported: Ended,
  block: number,
  { size, before }: { size: number; before: number },
): Verdict {
  const measured = { cpuSeconds: Math.max(inspected.seconds, imported.seconds), peakMegabytes: peakMegabytes() }
  const problems = [inspected, imported].flatMap(({ code, sentence, seconds, cancelled }) => {
    if (code === 'internal' || code === 'not-an-app-error') return [`broke: ${sentence}`]
    if (cancelled !== null && seconds - cancelled > afterCancel)
      return [`went on for ${(seconds - cancelled).toFixed(1)} s after the cancel`]
    return cancelled === null && seconds > mostSeconds ? [`took ${seconds.toFixed(1)} s`] : []
  })
  const taken = measured.peakMegabytes - before
  if (taken > mostMegabytes) problems.push(`took ${taken.toFixed(0)} MB`)
  if (block > longestBlock) problems.push(`app.info waited for ${block.toFixed(2)} s of CPU`)
  const how = imported.cancelled === null ? imported.sentence : `cancelled: ${imported.sentence}`
  const what = `${(size / 1024).toFixed(0)} KB, block ${(block * 1000).toFixed(0)} ms, ${how.slice(0, 120)}`
  return problems.length > 0 ? failed(`${problems.join('; ')} (${what})`, measured) : held(what, measured)
}

/** The most CPU that the main thread uses while a call that does nothing waits for its response. */
class Blocks {
  longest = 0
  #running = false
  readonly #ask: () => Promise<unknown>

  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask
  }

  start(): void {
    this.#running = true
    void this.#run()
  }

  stop(): void {
    this.#running = false
  }

  async #run(): Promise<void> {
    while (this.#running) {
      const before = process.threadCpuUsage()
      // The timeout puts the call after the thread’s current work, like a call from the page.
      await new Promise((resolve) => setTimeout(resolve, 10))
      await this.#ask()
      const { user, system } = process.threadCpuUsage(before)
      this.longest = Math.max(this.longest, (user + system) / 1_000_000)
    }
  }
}
