import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** PostgreSQL refuses to run as root, so root starts it as this user. */
const nobody = 65_534
export const owner = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
export const password = 'test-password'

/** The environment variable that names the folder for all servers of a test run. */
const variable = 'MAILROOM_POSTGRES_RUN'
const memory = '/dev/shm'
const enough = 2 ** 31

/** Puts later servers of this process and its children into one folder, until the returned function stops them. */
export function beginRun() {
  if (process.env[variable] !== undefined) return () => undefined
  const folder = ownedFolder(roomyFolder(), 'mailroom-postgres-run-')
  process.env[variable] = folder
  // After an interrupt, nothing but this handler is called.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return async () => {
    // Test workers are ended by a signal, so their servers are still running.
    await Promise.all(readdirSync(folder).map((name) => end(join(folder, name, 'data', 'postmaster.pid'))))
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Files in memory halve the processor time of a server’s start. */
function roomyFolder() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > enough ? memory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/**
 * Creates the data folder of a new server. In a test run, it is copied from a template that each process creates once,
 * which takes a third of the time.
 */
export async function createData(bin) {
  const run = process.env[variable]
  const folder = ownedFolder(runFolder(), 'mailroom-postgres-')
  try {
    if (run === undefined) await initialize(bin, folder)
    else copy(join(await templateOf(bin, run), 'data'), join(folder, 'data'))
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return folder
}

/** The folder for all servers of a test run, or the system’s for temporary files if there is no run. */
export function runFolder() {
  return process.env[variable] ?? tmpdir()
}

export function writeOwned(path, content) {
  writeFileSync(path, content, { mode: 0o600 })
  own(path)
}

export function programName(name) {
  return process.platform === 'win32' ? `${name}.exe` : name
}

const templates = new Map()

function templateOf(bin, run) {
  let template = templates.get(bin)
  if (!template) {
    const folder = ownedFolder(run, 'template-')
    // Uses the smallest log segments, because they are copied, too.
    template = initialize(bin, folder, ['--wal-segsize=1']).then(() => folder)
    templates.set(bin, template)
  }
  return template
}

async function initialize(bin, folder, more = []) {
  writeOwned(join(folder, 'password'), password)
  const flags = [
    `--pgdata=${join(folder, 'data')}`,
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    '--auth=scram-sha-256',
    `--pwfile=${join(folder, 'password')}`,
    ...more,
  ]
  const program = join(bin, programName('initdb'))
  await finished(spawn(program, flags, { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] }))
}

function copy(from, to) {
  cpSync(from, to, { recursive: true })
  // The server refuses a folder that others may read.
  chmodSync(to, 0o700)
  own(to)
  if (owner.uid) for (const path of readdirSync(to, { recursive: true })) own(join(to, path))
}

export function ownedFolder(parent, prefix) {
  const folder = mkdtempSync(join(parent, prefix))
  own(folder)
  return folder
}

function own(path) {
  if (owner.uid) chownSync(path, owner.uid, owner.gid)
}

/** Removing the files of a running server would leave some behind. */
async function end(pidFile) {
  if (!existsSync(pidFile)) return
  try {
    process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGQUIT')
  } catch {
    return
  }
  for (let round = 0; round < 200 && existsSync(pidFile); round++) await setTimeout(25)
}

function finished(child) {
  return new Promise((resolve, reject) => {
    let problem = ''
    child.stderr.on('data', (text) => (problem += text))
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(problem))))
  })
}
