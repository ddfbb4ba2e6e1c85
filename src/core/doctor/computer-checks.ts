import { lstat, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import tls from 'node:tls'
import { isProxySetting, proxyOrigin, systemAuthorities } from '../api/index.ts'
import { filesBelow } from '../base/folders.ts'
import { fileError } from '../base/json-file.ts'
import { well, wrong, type Check, type PartFinding } from './check.ts'

export type Computer = {
  readonly env: NodeJS.ProcessEnv
  readonly now: () => number
  /** Returns the number of free bytes on the disk that contains a folder. */
  readonly freeBytes: (folder: string) => Promise<number>
}

/** With less free space, the check fails: Chromium, an export and the archive’s log all need some. */
const scarceBytes = 1e9
/** A clock outside these years is wrong: Mailroom isn’t that old, and certificates aren’t valid for that long. */
const [firstYear, lastYear] = [2025, 2100]

export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Checks everything that Mailroom needs from the computer it runs on. */
export function computerChecks(data: string, { env, now, freeBytes }: Computer): Check[] {
  const mend = 'Choose a folder that you can write to with --data or MAILROOM_DATA.'
  return [
    { name: 'data folder', mend, run: () => checkWritable(data) },
    { name: 'permissions', mend, run: () => checkPermissions(data) },
    {
      name: 'disk',
      mend,
      async run() {
        const bytes = await freeBytes(nearestThere(data))
        const sentence = `The disk with the data folder has ${(bytes / 1e9).toFixed(1)} GB left.`
        return bytes < scarceBytes ? wrong(sentence, 'Free up at least 1 GB, or move the data folder.') : well(sentence)
      },
    },
    { name: 'clock', mend: setClock, run: async () => checkYear(now()) },
    { name: 'proxy', mend, run: async () => checkProxy(env) },
    { name: 'authorities', mend: 'Unset SSL_CERT_FILE and SSL_CERT_DIR.', run: () => checkAuthorities(env) },
  ]
}

export const setClock = 'Correct this computer’s clock, or let the system set it automatically.'

async function checkWritable(data: string): Promise<PartFinding> {
  const there = nearestThere(data)
  const found = await lstat(there)
  const isTarget = there === data
  if (!found.isDirectory() && !found.isSymbolicLink()) {
    return wrong(`${there} is a file, not a folder.`, 'Move the file, or choose another folder with --data.')
  }
  try {
    // Only creating a file shows whether the folder can be written to: its permissions do not reveal a full or
    // read-only disk.
    const probe = await mkdtemp(join(there, '.mailroom-doctor-'))
    try {
      if (isTarget) await writeFile(join(probe, 'probe'), 'x', { mode: 0o600 })
    } finally {
      await rm(probe, { recursive: true, force: true })
    }
  } catch (error) {
    const { message } = fileError(there, error)
    return wrong(`${there} can’t be written to. ${message}`, writeMend(there))
  }
  return well(isTarget ? `${data} can be written to.` : `${data} doesn’t exist yet, but can be created.`)
}

function writeMend(folder: string): string {
  if (process.platform === 'win32') return 'Choose another folder with --data.'
  return `chmod u+rwx ${quoted(folder)} if the folder is yours, or choose another folder with --data.`
}

async function checkPermissions(data: string): Promise<PartFinding> {
  if (process.platform === 'win32')
    return well('Not checked on Windows, where other users normally can’t open the folders in your profile.')
  if (!existsSync(data)) return well('The data folder will be created so that only you can open it.')
  const folder = await lstat(data)
  if (!folder.isSymbolicLink() && isOpen(folder.mode)) {
    const mode = (folder.mode & 0o777).toString(8).padStart(4, '0')
    return wrong(
      `Other users can open the data folder, because its mode is ${mode} and not 0700.`,
      `chmod 700 ${quoted(data)}`,
    )
  }
  let open = 0
  let first = ''
  for await (const path of filesBelow(data)) {
    // A file that disappears while it is being examined is skipped.
    const found = await lstat(path).catch(() => null)
    if (found === null || !isOpen(found.mode)) continue
    open += 1
    first ||= path
  }
  if (open === 0) return well('Only you can open the data folder and read its files.')
  const others = open === 1 ? '' : `, and so do those of ${open - 1} more`
  return wrong(`The permissions of ${first} give other users access${others}.`, `chmod -R go-rwx ${quoted(data)}`)
}

function isOpen(mode: number): boolean {
  return (mode & 0o077) !== 0
}

/** Quotes a path for a shell. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`
}

function nearestThere(path: string): string {
  let there = path
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there)
  return there
}

function checkYear(now: number): PartFinding {
  const date = new Date(now)
  const shown = date.toISOString().slice(0, 16).replace('T', ' ')
  const isPlausible = date.getUTCFullYear() >= firstYear && date.getUTCFullYear() <= lastYear
  const sentence = `This computer’s clock says ${shown} UTC.`
  return isPlausible ? well(sentence) : wrong(sentence, setClock)
}

/**
 * These variables may contain passwords, so only the proxy’s address is shown, and nothing at all of an unreadable value.
 */
function checkProxy(env: NodeJS.ProcessEnv): PartFinding {
  const set = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY']
    .map((name) => (env[name.toLowerCase()] === undefined ? name : name.toLowerCase()))
    .map((name) => ({ name, value: env[name]?.trim() ?? '' }))
    .filter(({ value }) => value !== '')
  const unusable = set.find(({ value }) => !isProxySetting(value))
  if (unusable) {
    const form = `http://host:port, or remove the variable: unset ${unusable.name}`
    return wrong(`${unusable.name} is set to a value that isn’t a proxy address.`, `Set it to a value like ${form}.`)
  }
  if (set.length === 0) return well('No environment variable sets a proxy.')
  const except = ['NO_PROXY', 'no_proxy'].find((name) => env[name])
  const shown = set.map(({ name, value }) => `${name} is ${proxyOrigin(value)}`).join(', ')
  return well(`${shown}${except ? `, except for the hosts in ${except}` : ''}.`)
}

async function checkAuthorities(env: NodeJS.ProcessEnv): Promise<PartFinding> {
  const missing = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'].find(
    (name) => env[name] && !existsSync(env[name]),
  )
  if (missing)
    return wrong(
      `${missing} points to a file that does not exist.`,
      `Correct the variable, or remove it: unset ${missing}`,
    )
  const own = tls.getCACertificates('default').length
  const { length: added } = await systemAuthorities()
  const sentence = `Mailroom trusts its own ${own} certificate authorities and ${added} more from this system.`
  return own + added > 0 ? well(sentence) : wrong(sentence, 'Reinstall your system’s certificates.')
}
