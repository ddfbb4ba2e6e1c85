import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EventBus } from '#core/base/event-bus.ts'
import { EventStreams } from '#server/requests/event-stream.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import { startTestHost, type TestHost } from '#test/support/browser-host.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { openApp } from '#test/support/open-app.ts'
import { eventually } from '#test/support/eventually.ts'

/** An unfinished effect of an earlier run. */
const lost = {
  id: 'lost',
  accountId: 'a',
  service: 's',
  operation: 'extras.testDomain',
  startedAt: 1,
  state: 'unknown',
  check: { kind: 'domain-test', sending: 'x.org' },
  text: '',
  checkedAt: null,
  messages: [],
  dismissed: false,
}

let folder: DataFolder
let host: TestHost
beforeEach(async () => {
  folder = await createDataFolder()
  host = await startTestHost({ dataFolder: folder.path })
})
afterEach(async () => {
  await host.close()
  await folder.remove()
})

test('every page receives every event', async () => {
  const heard: [string, AppEvent][] = []
  const stops = [
    await host.client.subscribe((event) => heard.push(['first', event])),
    await host.client.subscribe((event) => heard.push(['second', event])),
  ]
  await host.client.invoke('settings.change', { theme: 'dark' })
  const event = { name: 'settings.changed', payload: expect.objectContaining({ theme: 'dark' }) }
  await eventually(() =>
    expect(heard).toEqual(
      expect.arrayContaining([
        ['first', event],
        ['second', event],
      ]),
    ),
  )
  for (const stop of stops) stop()
})

test('a page that connects receives the state that earlier events led to', async () => {
  await host.client.invoke('settings.change', { theme: 'dark' })
  const heard: AppEvent[] = []
  const stop = await host.client.subscribe((event) => heard.push(event))
  await eventually(() => {
    expect(heard).toEqual([
      { name: 'accounts.changed', payload: { accounts: [], currentId: null } },
      { name: 'settings.changed', payload: expect.objectContaining({ theme: 'dark' }) },
      { name: 'jobs.listed', payload: [] },
      { name: 'outcomes.listed', payload: [] },
    ])
  })
  stop()
})

test('a page receives events during the read of the state after that state', async () => {
  const { app } = await openApp()
  const bus = new EventBus()
  const ended = { name: 'jobs.dismissed', payload: { id: 'j' } } as const
  const whole = await app.handlers
  const handlers = Promise.resolve<typeof whole>({
    ...whole,
    'jobs.list': (...given) => {
      bus.emit(ended)
      return whole['jobs.list'](...given)
    },
  })
  const streams = new EventStreams({ ...app, handlers, subscribe: (listener) => bus.subscribe(listener) })
  const server = createServer((_request, response) => void streams.serve(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const page = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, agent: false })
  const [answer] = (await once(page, 'response')) as [IncomingMessage]
  let text = ''
  answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  await eventually(() => expect(text).toContain('jobs.dismissed'))
  expect(text.match(/"name":"[a-z.]+"/g)?.slice(-3)).toEqual(
    ['jobs.listed', 'outcomes.listed', 'jobs.dismissed'].map((name) => `"name":"${name}"`),
  )
  streams.close()
  server.close()
  await once(server, 'close')
})

test('a page that reconnects receives the outcomes and notices that it missed', async () => {
  await host.close()
  await writeFile(join(folder.path, 'jobs.json'), 'no json')
  await writeFile(join(folder.path, 'outcomes.json'), JSON.stringify([lost]))
  host = await startTestHost({ dataFolder: folder.path })
  const heard: AppEvent[] = []
  const stop = await host.client.subscribe((event) => heard.push(event))
  await eventually(() => {
    expect(heard).toContainEqual({ name: 'outcomes.listed', payload: [expect.objectContaining({ id: 'lost' })] })
    expect(heard).toContainEqual({
      name: 'app.notice',
      payload: expect.objectContaining({ text: expect.stringMatching(/^jobs\.json could not be read/) as string }),
    })
  })
  stop()
})

test('a closing host does not wait for pages that listen', async () => {
  await host.client.subscribe(() => undefined)
  await host.close()
  host = await startTestHost({ dataFolder: folder.path })
})

test('a page that stopped reading does not keep the app from closing', async () => {
  const { app } = await openApp()
  const bus = new EventBus()
  const streams = new EventStreams({ ...app, subscribe: (listener) => bus.subscribe(listener) })
  const served = Promise.withResolvers<ServerResponse>()
  const server = createServer((_request, response) => {
    void streams.serve(response)
    served.resolve(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The response is never read.
  const page = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  page.on('response', (answer) => answer.on('error', () => undefined)).on('error', () => undefined)
  const response = await served.promise
  const emit = () => bus.emit({ name: 'jobs.dismissed', payload: { id: 'x'.repeat(256 * 1024) } })
  // Emits until the connection is full, so that even its end cannot be written.
  do {
    emit()
    await new Promise(setImmediate)
  } while (response.writableLength === 0)
  streams.close()
  emit()
  await new Promise(setImmediate)
  expect(response).toMatchObject({ writableEnded: true, destroyed: false })
  page.destroy()
  server.close()
  await once(server, 'close')
})
