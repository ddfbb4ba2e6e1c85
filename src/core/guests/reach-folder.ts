import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#shared/contract/base/error.ts'
import { holderOf, lockDataFolder, nameOfHolder, type DataLock } from '../node/index.ts'
import type { Patience, Visit } from './visit.ts'
import type { Shown } from './wire.ts'

type Reaching = {
  /** The kind of program that takes the folder, as shown to others. */
  readonly host: string
  readonly signal?: AbortSignal
  /** Reports the reason for waiting. */
  readonly onWait?: (sentence: string) => void
  readonly patience?: Patience
  /** How long a host may take to open, or to respond at all, in milliseconds. */
  readonly most?: number
}

const betweenMilliseconds = 100
const betweenVisits = 300

/**
 * Takes the data folder if it is free; otherwise connects to the program that holds it. Waits for a host that is opening or
 * quitting.
 */
export async function reachFolder(
  data: string,
  { host, signal, onWait, patience, most = 30_000 }: Reaching,
): Promise<{ readonly lock: DataLock } | { readonly visit: Visit }> {
  let since = performance.now()
  let isSaid = false
  for (;;) {
    try {
      return { lock: lockDataFolder(data, { pid: process.pid, host, socket: null }) }
    } catch (thrown) {
      if (AppError.from(thrown).code !== 'data-folder-in-use') throw thrown
      const holder = holderOf(data)
      // A holder that is an earlier version or has no socket can’t be reached.
      if (holder && holder.socket === undefined) throw thrown
      // This module is loaded only when needed, because most starts find the folder free.
      const { Visit } = await import('./visit.ts')
      const visit = holder?.socket ? await Visit.begin(holder.socket, patience).catch(() => null) : null
      if (visit) return { visit }
      if (holder?.isClosing) {
        since = performance.now()
        if (!isSaid) onWait?.(`${nameOfHolder(holder)} is quitting. Waiting for it to finish.`)
        isSaid = true
      } else if (performance.now() - since > most) throw hangsError(nameOfHolder(holder), thrown)
    }
    await pause(betweenMilliseconds, undefined, { signal })
  }
}

/**
 * Takes the folder for a host that keeps running, once no command uses the folder. If another host that keeps running
 * has the folder, returns a connection to that host and how it showed its page.
 */
export async function takeFolder(
  data: string,
  reaching: Reaching,
): Promise<{ readonly lock: DataLock } | { readonly visit: Visit; readonly shown: Shown }> {
  let isSaid = false
  for (;;) {
    const reached = await reachFolder(data, reaching)
    if ('lock' in reached) return reached
    const { visit } = reached
    const shown = await shownBy(visit)
    if (shown !== null && shown.how !== 'nowhere') return { visit, shown }
    // A command leaves the folder only once its guests are gone, so a program that waits for the folder must not stay
    // its guest.
    visit.end()
    if (shown !== null && !isSaid) {
      isSaid = true
      reaching.onWait?.('A mailroom command is using this data folder. Waiting for it to finish.')
    }
    await pause(betweenVisits, undefined, { signal: reaching.signal })
  }
}

/** Connects to the Mailroom that holds the folder, without waiting. Returns null if none responds. */
export async function visitRunning(data: string): Promise<Visit | null> {
  const socket = holderOf(data)?.socket
  if (!socket) return null
  const { Visit } = await import('./visit.ts')
  return Visit.begin(socket).catch(() => null)
}

/** Null if the host ended before it responded, in which case the folder is about to be free. */
async function shownBy(visit: Visit): Promise<Shown | null> {
  try {
    return await visit.show('link')
  } catch (thrown) {
    if (AppError.from(thrown).code !== 'host-ended') throw thrown
    return null
  }
}

function hangsError(who: string, cause: unknown): AppError {
  return new AppError(
    'host-hangs',
    `${who} is using the data folder and does not respond. Quit that process, and try again.`,
    {
      cause,
    },
  )
}
