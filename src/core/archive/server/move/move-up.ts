import { AppError } from '#shared/contract/base/error.ts'
import { messageOf, type RecordSet } from '../../../base/packs/record-set.ts'
import type { BackupStep } from '../../port/archive-port.ts'
import type { ServerDatabase } from '../connection/server-database.ts'
import type { Lease } from '../team/lease.ts'
import { SourceFile, type FilledMonth } from './archive-file.ts'
import { Filling, type FilledFrom } from './filling.ts'
import { isSameSum, MonthDigest } from './month-digest.ts'

export type MoveUp = FilledFrom & {
  /** The path of the archive’s file. */
  readonly path: string
}

export type MovedUp = { readonly messages: number }

/**
 * Copies a file’s archive to a server, month by month. Each step is one transaction, so the move can stop after any
 * step and continue later. When it continues, months already compared are read from the file again, but not written.
 */
export async function* moveUp(
  database: ServerDatabase,
  lease: Lease,
  { path, ...from }: MoveUp,
): AsyncGenerator<BackupStep, MovedUp> {
  const file = new SourceFile(path)
  try {
    const filling = await Filling.begin(database, lease, from)
    const months = file.months()
    const [whole, beside] = [messagesOf(months), file.beside()]
    await filling.keepOnly(months)
    let before = 0
    for (const month of months) {
      for await (const done of moveMonth(file, filling, month)) {
        yield { note: `Moving ${shown(month)}`, fraction: (before + done) / whole }
      }
      before += month.messages
    }
    if (JSON.stringify([file.months(), file.beside()]) !== JSON.stringify([months, beside])) throw changedError()
    await filling.finish(beside)
    return { messages: whole }
  } finally {
    file.close()
  }
}

/** Yields how many of the month’s messages are done. */
async function* moveMonth(file: SourceFile, filling: Filling, month: FilledMonth): AsyncGenerator<number> {
  const known = filling.months[month.name]
  if (known) {
    const digest = new MonthDigest()
    let done = 0
    for (const set of file.records(month)) {
      addSet(digest, set)
      yield (done += set.size)
    }
    if (isSameSum(digest.sum(), known)) return
  }
  yield 0
  await filling.empty(month)
  const digest = new MonthDigest()
  let done = 0
  for (const set of file.records(month)) {
    addSet(digest, set)
    await filling.add(set)
    yield (done += set.size)
  }
  await filling.index(month)
  yield done
  const [expected, found] = [digest.sum(), await filling.sum(month)]
  if (!isSameSum(expected, found)) throw differsError(month, { expected, found })
  await filling.confirm(month, found)
}

function addSet(digest: MonthDigest, set: RecordSet): void {
  for (let at = 0; at < set.size; at++) digest.add(set.row[at]!, messageOf(set, at))
}

function messagesOf(months: readonly FilledMonth[]): number {
  return months.reduce((sum, { messages }) => sum + messages, 0)
}

function shown({ name }: FilledMonth): string {
  if (name === 'before') return 'messages before 2000'
  return name === 'after' ? 'messages after 2100' : name.replace('_', '-')
}

function differsError(month: FilledMonth, details: Record<string, unknown>): AppError {
  return new AppError(
    'move-differs',
    `The messages on the server don’t match those that were moved (${shown(month)}). The team archive is not in use yet. Try again to repeat the move of this month.`,
    { retryable: true, details },
  )
}

function changedError(): AppError {
  return new AppError(
    'move-source-changed',
    'The archive changed while it was being moved. Pause its sync, then try again. Only the months that changed are moved again.',
    { retryable: true },
  )
}
