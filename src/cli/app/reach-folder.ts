import { setTimeout as pause } from 'node:timers/promises'
import { usualPatience, Visit, type Patience } from '#core/guests/index.ts'
import { holderOf, lockDataFolder, nameOfHolder, type DataLock } from '#core/node/index.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { Terminal } from '../framework/terminal.ts'

/** The data folder itself, or the Mailroom that holds it. */
type Reached = { readonly lock: DataLock } | { readonly visit: Visit }

type Waiting = {
  /** What takes the folder. */
  readonly host?: string
  readonly patience?: Patience
  /** How long a host may take to open, or to answer at all. */
  readonly most?: number
}

const betweenMilliseconds = 100

/** Takes the folder where it is free, and otherwise asks whoever holds it. It waits for one that is opening or quitting. */
export async function reachFolder(
  data: string,
  terminal: Pick<Terminal, 'interrupted' | 'say'>,
  { host = 'command line', patience = usualPatience, most = 30_000 }: Waiting = {},
): Promise<Reached> {
  const signal = terminal.interrupted()
  let since = performance.now()
  let isSaid = false
  for (;;) {
    try {
      return { lock: lockDataFolder(data, { pid: process.pid, host, socket: null }) }
    } catch (thrown) {
      if (AppError.from(thrown).code !== 'data-folder-in-use') throw thrown
      const holder = holderOf(data)
      // An earlier version, or one without a socket.
      if (holder && holder.socket === undefined) throw thrown
      const visit = holder?.socket ? await Visit.begin(holder.socket, patience).catch(() => null) : null
      if (visit) return { visit }
      if (holder?.isClosing) {
        since = performance.now()
        if (!isSaid) terminal.say(`${nameOfHolder(holder)} is quitting. Waiting for it.`)
        isSaid = true
      } else if (performance.now() - since > most) throw hangsError(nameOfHolder(holder), thrown)
    }
    await pause(betweenMilliseconds, undefined, { signal })
  }
}

function hangsError(who: string, cause: unknown): AppError {
  return new AppError('host-hangs', `${who} holds the data folder and does not respond. Quit it, and try again.`, {
    cause,
  })
}
