import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createApp, type App } from '#core/create-app.ts'
import type { UpdateSource } from '#core/updates/index.ts'
import { CapturedLogger } from '#test/support/captured-logger.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { askApp, testPorts, type Ask } from '#test/support/test-ports.ts'
import { someNotice, UpdateServer } from '#test/support/updates/update-server.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

let server: UpdateServer
let folder: string
let clock: ManualClock
let logger: CapturedLogger
let app: App
let ask: Ask

beforeEach(async () => {
  server = await UpdateServer.open()
  const made = await createDataFolder()
  folder = made.path
  clock = new ManualClock()
  logger = new CapturedLogger()
  onTestFinished(async () => {
    await app.close()
    await server.close()
    await made.remove()
  })
})

/** With null, notices come from the built-in address. */
async function start(source: UpdateSource | null = server.source, appVersion = '1.1.0', goesOn = true): Promise<void> {
  const ports = testPorts(folder, { clock, logger })
  const host = { ...ports.host, appVersion }
  app = await createApp({ ...ports, host }, { goesOn, ...(source && { updateSource: source }) })
  await app.handlers
  ask = askApp(app)
}

async function restart(source?: UpdateSource, appVersion?: string): Promise<void> {
  await app.close()
  await start(source, appVersion)
}

/** Fires the alarms, and waits for the result of their check. */
async function passAndLearn(milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = app.subscribe(({ name }) => name === 'updates.changed' && resolve())
  clock.advance(milliseconds)
  await promise
  stop()
}

const warnings = () => logger.lines.filter(({ text }) => text.includes('new version'))

test('A newer version is found a minute after the start, and the request contains nothing specific to the user.', async () => {
  server.publish({ ...someNotice, laterField: { of: 'a later version' } }, { laterField: 1 })
  await start()
  expect(await ask('updates.get')).toEqual({
    isOffered: true,
    askedAt: null,
    hasFailed: false,
    newest: null,
    isDismissed: false,
  })
  await passAndLearn(minute)
  const { expires: _, ...newest } = someNotice
  const askedAt = clock.now()
  expect(await ask('updates.get')).toEqual({ isOffered: true, askedAt, hasFailed: false, newest, isDismissed: false })
  const host = new URL(server.source.address!).host
  const headers = { host, connection: 'keep-alive', accept: 'application/json', 'user-agent': 'Mailroom' }
  expect(server.requests).toEqual([{ url: '/latest.json?channel=stable', headers }])
})

test('A check runs once a day, across restarts and after the clock was set back.', async () => {
  server.publish(someNotice)
  await start()
  await passAndLearn(minute)
  clock.advance(23 * hour)
  await restart()
  clock.advance(30 * minute)
  expect(server.requests).toHaveLength(1)
  expect((await ask('updates.get')).newest?.version).toBe('1.2.0')
  await passAndLearn(hour)
  expect(server.requests).toHaveLength(2)
  clock.set(clock.now() - 400 * day)
  await restart()
  await passAndLearn(minute)
  expect(server.requests).toHaveLength(3)
})

test('A program that ends in the middle of a check does not check earlier.', async () => {
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  server.respond(() => resolve())
  await start()
  clock.advance(minute)
  await arrived
  const askedAt = clock.now()
  await restart()
  expect((await ask('updates.get')).askedAt).toBe(askedAt)
  clock.advance(2 * hour)
  await restart()
  expect((await ask('updates.get')).askedAt).toBe(askedAt)
  expect(server.requests).toHaveLength(1)
  expect(warnings()).toEqual([])
})

test('The user can check at any time, and two checks at once make one request.', async () => {
  server.publish(someNotice)
  await start()
  const [first, second] = await Promise.all([ask('updates.check'), ask('updates.check')])
  expect(second).toEqual(first)
  expect(first.newest?.version).toBe('1.2.0')
  expect(server.requests).toHaveLength(1)
  await ask('updates.check')
  expect(server.requests).toHaveLength(2)
})

test('A dismissed version stays dismissed across starts, and the next version is shown.', async () => {
  server.publish(someNotice)
  await start()
  await ask('updates.check')
  expect((await ask('updates.dismiss', { version: '1.2.0' })).isDismissed).toBe(true)
  await restart()
  expect(await ask('updates.get')).toMatchObject({ newest: { version: '1.2.0' }, isDismissed: true })
  server.publish({ ...someNotice, version: '1.3.0' })
  expect(await ask('updates.check')).toMatchObject({ newest: { version: '1.3.0' }, isDismissed: false })
})

test.each(['1.2.0', '1.2.1', '2.0.0-beta.1'])('A notice of 1.2.0 is not shown in version %s.', async (running) => {
  server.publish(someNotice)
  await start(server.source, running)
  expect(await ask('updates.check')).toMatchObject({ hasFailed: false, newest: null })
})

test('A notice disappears once its version runs, and once it has expired.', async () => {
  server.publish(someNotice)
  await start()
  await ask('updates.check')
  await restart(server.source, '1.2.0')
  expect((await ask('updates.get')).newest).toBeNull()
  await restart(server.source)
  expect((await ask('updates.get')).newest?.version).toBe('1.2.0')
  server.send('')
  clock.set(Date.parse(someNotice.expires))
  expect((await ask('updates.get')).newest).toBeNull()
})

describe('A response is refused, changes nothing and is logged once', () => {
  const payload = JSON.stringify({ ...someNotice, version: '9.9.9' })
  const refusals: Record<string, (server: UpdateServer) => void> = {
    'with the signature of another text': (it) => it.publish(someNotice, { payload }),
    'with the signature of another purpose': (it) => it.send(JSON.stringify(it.signed(payload, payload))),
    'without a signature': (it) => it.publish(someNotice, { signature: '' }),
    'that is no JSON': (it) => it.send('<html>'),
    'whose payload lacks a field': (it) => it.publish({ ...someNotice, link: undefined }),
    'whose link is not https': (it) => it.publish({ ...someNotice, link: 'http://mailroom.example/' }),
    'that has expired': (it) => it.publish({ ...someNotice, expires: '2026-01-15' }),
    'of more than 64 KB': (it) => it.publish({ ...someNotice, padding: 'x'.repeat(64 * 1024) }),
    'that leads elsewhere': (it) =>
      it.respond((request, response) => {
        if (request.url === '/elsewhere') response.end(JSON.stringify(it.signed(payload)))
        else response.writeHead(302, { location: '/elsewhere' }).end(JSON.stringify(it.signed(payload)))
      }),
    'that is an error': (it) => it.respond((_request, response) => void response.writeHead(500).end()),
  }
  test.each(Object.entries(refusals))('%s', async (_name, respond) => {
    server.publish(someNotice)
    await start()
    const { newest } = await ask('updates.check')
    respond(server)
    await passAndLearn(25 * hour)
    await passAndLearn(25 * hour)
    expect(server.requests.map(({ url }) => url)).not.toContain('/elsewhere')
    expect(await ask('updates.get')).toMatchObject({ hasFailed: true, newest })
    expect(warnings()).toHaveLength(1)
    await expect(ask('updates.check')).rejects.toMatchObject({ code: expect.stringMatching(/^update-/) as string })
    expect(newest?.version).toBe('1.2.0')
  })

  test('from a server that no authority vouches for', async () => {
    server.publish(someNotice)
    await start({ ...server.source, network: { proxy: 'direct' } })
    await expect(ask('updates.check')).rejects.toMatchObject({
      code: 'update-unreachable',
      details: { reason: 'tls-self-signed' },
    })
    expect(server.requests).toEqual([])
  })
})

describe('No check is made', () => {
  /** Three days pass without an action of the user. */
  async function passDays(): Promise<void> {
    clock.advance(3 * day)
    await app.close()
    expect(server.requests).toEqual([])
    // A check saves its time before it calls the server, so without this file there was no check.
    await expect(readFile(join(folder, 'updates.json'))).rejects.toMatchObject({ code: 'ENOENT' })
  }

  test('after the user turned it off, until it is turned on again', async () => {
    server.publish(someNotice)
    await start()
    await ask('settings.change', { checkForUpdates: false })
    await restart()
    await passDays()
    await start()
    await ask('settings.change', { checkForUpdates: true })
    await passAndLearn(minute)
    expect(server.requests).toHaveLength(1)
  })

  test('by a build without an address, which says so', async () => {
    await start({ address: null, publicKey: server.source.publicKey })
    expect(await ask('updates.get')).toMatchObject({ isOffered: false, newest: null })
    await expect(ask('updates.check')).rejects.toMatchObject({ code: 'not-offered' })
    await passDays()
  })

  test('by a build without a key, or with an address that does not use https', async () => {
    await start({ ...server.source, publicKey: null })
    expect((await ask('updates.get')).isOffered).toBe(false)
    await restart({ ...server.source, address: server.source.address!.replace('https:', 'http:') })
    expect((await ask('updates.get')).isOffered).toBe(false)
    await passDays()
  })

  test('by a command, which exits when it is done', async () => {
    server.publish(someNotice)
    await start(server.source, '1.1.0', false)
    await passDays()
  })

  test('by this source, which has no address built in', async () => {
    await start(null)
    expect((await ask('updates.get')).isOffered).toBe(false)
    await passDays()
  })
})
