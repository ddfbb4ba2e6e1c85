import { AppError } from '#shared/contract/base/error.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { InterruptedError } from '../framework/failures.ts'
import type { Terminal } from '../framework/terminal.ts'
import type { WholeApp } from './whole-app.ts'

/** Starts a job and waits until it ends. Ctrl+C cancels the job, which then ends at a safe point. */
export async function followJob(
  { ask, subscribe, lost }: WholeApp,
  terminal: Terminal,
  start: (signal: AbortSignal) => Promise<{ jobId: string }>,
): Promise<NonNullable<Job['result']> | null> {
  const signal = terminal.interrupted()
  const ended = Promise.withResolvers<Job>()
  let id: string | null = null
  const look = (job: Job): void => {
    if (job.id !== id) return
    if (job.endedAt === null) terminal.progress.show(`${job.title}  ${job.note}`, job.fraction)
    else ended.resolve(job)
  }
  const stop = subscribe((event) => event.name === 'jobs.changed' && look(event.payload))
  const cancel = (): void => void ask('jobs.cancel', { id: id! }).catch(ended.reject)
  try {
    id = (await start(signal)).jobId
    // The job may have ended before its id was known.
    for (const job of await ask('jobs.list', undefined)) look(job)
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel, { once: true })
    return resultOf(await Promise.race([ended.promise, lost]), signal)
  } finally {
    signal.removeEventListener('abort', cancel)
    stop()
    terminal.progress.clear()
  }
}

function resultOf({ state, result, error, note }: Job, signal: AbortSignal): Job['result'] {
  if (state === 'done') return result
  if (error !== null) throw AppError.fromJSON(error)
  if (signal.aborted) throw new InterruptedError()
  throw new AppError('job-ended', note || 'The job was cancelled before it finished.')
}
