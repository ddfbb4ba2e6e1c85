import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { startTestHost } from '#test/support/browser-host.ts'
import { withDataFolder } from '#test/support/data-folder.ts'
import { HttpClient } from '#test/support/http-client.ts'

/** Calls a host whose port is open, and resolves when the request has arrived. */
async function ask(server: Server): Promise<Promise<number | 'cut'>[]> {
  const { port } = server.address() as AddressInfo
  const asked = once(server, 'request')
  const answer = new HttpClient(`http://127.0.0.1:${port}`).send({ path: '/events' })
  await asked
  return [answer.then(({ status }) => status).catch(() => 'cut' as const)]
}

test('calls during the start of the host get a response once it is ready', () =>
  withDataFolder(async (dataFolder) => {
    let answers: Promise<number | 'cut'>[] = []
    const host = await startTestHost({
      dataFolder,
      // A step of the start between opening the port and being ready.
      async page(server) {
        answers = await ask(server)
        return { serve: () => Promise.resolve() }
      },
    })
    expect(await Promise.all(answers)).toEqual([401])
    await host.close()
  }))

test('calls during a failed start of the host are not left waiting', () =>
  withDataFolder(async (dataFolder) => {
    let answers: Promise<number | 'cut'>[] = []
    const host = startTestHost({
      dataFolder,
      async page(server) {
        answers = await ask(server)
        throw new Error('The page is missing.')
      },
    })
    await expect(host).rejects.toThrow('The page is missing.')
    expect(await Promise.all(answers)).toEqual(['cut'])
  }))
