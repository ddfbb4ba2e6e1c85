import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '../index.js'
import { withReader } from './reader.js'

/**
 * Starts the sandbox that tests fork, and closes it when `use` ends. Its clock is stopped, so that no state depends on
 * the speed of a test, and its snapshots are in a separate folder.
 */
export async function useServer(options, use) {
  // By this name, a later sandbox knows a folder whose process was killed, and removes it after a day.
  const folder = await mkdtemp(join(tmpdir(), `mailroom-sandbox-${process.pid}-`))
  try {
    const server = await createSandbox({ snapshots: folder, ...options, clock: { running: false, ...options.clock } })
    try {
      await use(withReader(server))
    } finally {
      await server.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts a fork for one test, and closes it when `use` ends. */
export async function useFork(server, snapshot, use) {
  const fork = await server.fork({ snapshot })
  try {
    await use(fork)
  } finally {
    await fork.close()
  }
}
