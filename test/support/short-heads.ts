import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'

/**
 * Gives heads little time while `work` runs, so that stalled ones end soon, and all of it before and after, because on
 * a busy machine good calls need it. `call` is a call to the server that is meant, which is in this process.
 */
export async function withShortHeads(call: () => Promise<unknown>, work: () => Promise<unknown>): Promise<void> {
  const server = await receiverOf(call)
  const whole = server.headersTimeout
  // A fraction, so that a server without a limit stays without one.
  server.headersTimeout = whole / 200
  try {
    await work()
  } finally {
    server.headersTimeout = whole
  }
}

async function receiverOf(call: () => Promise<unknown>): Promise<Server> {
  const receivers: Server[] = []
  const note = (started: unknown): void => void receivers.push((started as { server: Server }).server)
  subscribe('http.server.request.start', note)
  try {
    await call()
  } finally {
    unsubscribe('http.server.request.start', note)
  }
  return receivers[0]!
}
