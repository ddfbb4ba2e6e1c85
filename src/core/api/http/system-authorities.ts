import { Worker } from 'node:worker_threads'

/** The macOS keychain may prompt before it returns its certificates. */
const patienceMilliseconds = 10_000

/**
 * A separate thread, because reading takes a long time and would block the rest of the app: 230 ms for the 576 files on
 * a Debian system, more on Windows and macOS. Its code is inline, because it is too short to need a bundle, and the
 * client has no access to bundle paths.
 */
const code = `
const { getCACertificates } = require('node:tls')
const known = new Set(getCACertificates('default'))
const found = new Set(getCACertificates('system').filter((certificate) => !known.has(certificate)))
require('node:worker_threads').parentPort.postMessage([...found])
`

let reading: Promise<readonly string[]> | null = null

/**
 * Returns the certificate authorities, as PEM texts, that this system trusts but Node doesn’t include, such as those
 * that a company adds to computers whose connections it inspects. Read once, by the first secure connection. If they
 * cannot be read, only Node’s own apply, as if there were no others, and the next connection tries again.
 */
export function systemAuthorities(): Promise<readonly string[]> {
  reading ??= readInThread().catch(() => {
    reading = null
    return []
  })
  return reading
}

async function readInThread(): Promise<readonly string[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
  const thread = new Worker(code, { eval: true, name: 'certificate authorities', execArgv: [] })
  thread.once('message', resolve)
  thread.once('error', reject)
  thread.once('exit', () => reject(new Error('The thread ended without a result.')))
  const timer = setTimeout(() => {
    reject(new Error('The system did not respond.'))
    void thread.terminate()
  }, patienceMilliseconds)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}
