import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '#shared/contract/base/error.ts'
import type { Period } from '#shared/domain/archive/horizon.ts'
import type { Channel } from '../../base/threads/channel.ts'
import { PartFile, partPathOf, syncFolder } from '../../base/whole-files/part-file.ts'
import { renamePatiently } from '../../base/whole-files/rename-patiently.ts'
import { archiveFileName } from '../engine/file/archive-files.ts'
import type { Backup, BackupOptions, BackupStep, Cancel } from '../port/archive-port.ts'
import type { ArchiveAccount } from './administration/inspect-archive.ts'
import type { MovedUp } from './move/move-up.ts'
import type { MoverMethods, MoverStep } from './move/mover-methods.ts'
import { openServerThread, type ServerArchiveOptions } from './open-server-thread.ts'

const patienceMilliseconds = 10_000

export type MoveUpOptions = Cancel & {
  /** An archive that another account uses is refused. */
  readonly account: ArchiveAccount
  /**
   * The account’s folder, which contains the archive’s file. The file may be open, but nothing may be written to it.
   */
  readonly folder: string
  /**
   * Identifies the archive, for example by the account’s id, so that only the same archive can continue an interrupted
   * move.
   */
  readonly source: string
  readonly progress?: (step: BackupStep) => void
}

/**
 * Copies an account’s archive from its file into an empty archive on a server, which becomes visible to others at the
 * end. The file is kept. A move that was cancelled or killed continues at the month where it stopped.
 */
export async function moveToServer(
  options: ServerArchiveOptions,
  { folder, source, account, signal, progress }: MoveUpOptions,
): Promise<MovedUp> {
  const path = join(folder, archiveFileName)
  if (!existsSync(path)) {
    throw new AppError('no-archive', 'This account hasn’t been synced yet. Sync the account first.')
  }
  return withMover(options, signal, (mover) =>
    follow(() => mover.call('up', { path, source, account }), { signal, progress }),
  )
}

export type MoveDownOptions = BackupOptions & {
  /** Limits the copy to messages created in this period. */
  readonly period?: Period
}

/**
 * Writes an account’s archive on a server to a new file. The file appears at the target only after every month has been
 * compared with the server’s.
 */
export async function moveToFile(
  options: ServerArchiveOptions,
  target: string,
  { account, period, signal, progress }: MoveDownOptions,
): Promise<Backup> {
  const part = await PartFile.open(partPathOf(target), { mode: 0o600 })
  try {
    await part.close()
    const note = { account, at: options.clock.now() }
    const asked = { path: part.path, period: period ?? null, note }
    const moved = await withMover(options, signal, (mover) =>
      follow(() => mover.call('down', asked), { signal, progress }),
    )
    const { size } = await stat(part.path)
    await renamePatiently(part.path, target)
    await syncFolder(dirname(target))
    return { ...moved, bytes: size }
  } catch (error) {
    await part.remove()
    // SQLite leaves its journal behind if the thread was stopped during a transaction.
    await rm(`${part.path}-journal`, { force: true }).catch(() => undefined)
    throw error
  }
}

/**
 * If the server stays silent after a cancel, the thread is ended. The next move to a server continues where this one
 * stopped.
 */
async function withMover<T>(
  options: ServerArchiveOptions,
  signal: AbortSignal | undefined,
  work: (mover: Channel<MoverMethods>) => Promise<T>,
): Promise<T> {
  // Each move gets its own lessee, so that a second move in the same program has to wait, too.
  const lessee = { ...options.lessee, id: `${options.lessee.id} ${randomUUID()}` }
  const mover = await openServerThread<MoverMethods>('mover', { ...options, lessee })
  let timer: NodeJS.Timeout | undefined
  const giveUpLater = (): void => {
    timer = setTimeout(() => void mover.stop(signal?.reason), patienceMilliseconds)
  }
  signal?.addEventListener('abort', giveUpLater, { once: true })
  try {
    return await work(mover)
  } finally {
    signal?.removeEventListener('abort', giveUpLater)
    clearTimeout(timer)
    await mover.closeWithin(patienceMilliseconds)
  }
}

/** A cancel takes effect after the current step, so that the next move can begin immediately. */
async function follow<Moved>(
  next: () => Promise<MoverStep<Moved>>,
  { signal, progress }: Cancel & { readonly progress?: ((step: BackupStep) => void) | undefined },
): Promise<Moved> {
  while (true) {
    signal?.throwIfAborted()
    const done = await next()
    if (done.step === null) return done.moved
    progress?.(done.step)
  }
}
