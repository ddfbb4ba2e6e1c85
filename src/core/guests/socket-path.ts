import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** The maximum length of a socket path; macOS has the shortest limit. */
const mostPathBytes = 103
const elsewhere = 'mailroom-socket-'

/**
 * Where a host listens: in a subfolder of the data folder that only its owner may enter. If that path is too long for a
 * socket, a new folder among the system’s temporary files is used. On Windows, sockets are pipes, which are in no
 * folder.
 */
export async function socketPath(data: string, platform = process.platform): Promise<string> {
  if (platform === 'win32') return `\\\\.\\pipe\\mailroom-${randomBytes(16).toString('hex')}`
  const folder = join(data, 'socket')
  const path = join(folder, 'host')
  if (Buffer.byteLength(path) > mostPathBytes) return temporarySocketPath()
  // The folder was left behind by a host that was killed. This process holds the data folder, so nobody is listening
  // there.
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  return path
}

/** A path in a new temporary folder that only its owner may enter. */
export async function temporarySocketPath(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), elsewhere)), 'host')
}

/** Removes a socket’s folder, after checking that Mailroom created it. */
export async function removeSocket(path: string, data: string): Promise<void> {
  const folder = dirname(path)
  const isOurs =
    folder === join(data, 'socket') || (dirname(folder) === tmpdir() && basename(folder).startsWith(elsewhere))
  if (isOurs) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
}
