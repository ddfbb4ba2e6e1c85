import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'
import { expect } from 'vitest'

const channel = 'http.server.request.start'

/**
 * Gives heads little time while `work` runs, so that stalled ones end soon, and all of it before and after, because on
 * a busy machine good calls need it. `begin` begins a call to the server that is meant, which is in this process and
 * should give heads `whole` milliseconds; `work` starts once the server has received its head.
 */
export async function withShortHeads(whole: number, begin: () => unknown, work: () => Promise<unknown>): Promise<void> {
  const server = await receiverOf(begin)
  expect(server.headersTimeout).toBe(whole)
  server.headersTimeout = whole / 200
  try {
    await work()
  } finally {
    server.headersTimeout = whole
  }
}

async function receiverOf(begin: () => unknown): Promise<Server> {
  const received = Promise.withResolvers<Server>()
  const note = (started: unknown): void => received.resolve((started as { server: Server }).server)
  subscribe(channel, note)
  try {
    const [server] = await Promise.all([received.promise, begin()])
    return server
  } finally {
    unsubscribe(channel, note)
  }
}
