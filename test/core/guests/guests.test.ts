import { once } from 'node:events'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Guests, type SocketKey } from '#core/guests/guests.ts'
import { takeFolder } from '#core/guests/reach-folder.ts'
import { Visit } from '#core/guests/visit.ts'
import { lockDataFolder } from '#core/node/index.ts'
import { AppError } from '#shared/contract/base/error.ts'
import { CapturedLogger } from '#test/support/captured-logger.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { openAccount, openApp, type OpenApp } from '#test/support/open-app.ts'

const never = new AbortController().signal
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (thrown: unknown) => AppError.from(thrown).code,
  )

/** Accepts guests for an app, as its host does. */
async function receiving(open: OpenApp, data = open.folder) {
  const lock = lockDataFolder(data, { pid: process.pid, host: 'test', socket: null })
  const guests = await Guests.open({ app: open.app, data, lock, logger: new CapturedLogger() })
  if (guests === null) throw new Error('There is no socket.')
  onTestFinished(async () => {
    await guests.close()
    lock.release()
  })
  return guests
}

async function begin(key: SocketKey): Promise<Visit> {
  const visit = await Visit.begin(key)
  onTestFinished(() => visit.end())
  return visit
}

/** Connects, writes these bytes, and returns the number of bytes received. */
async function written(path: string, bytes: Buffer): Promise<number> {
  const socket = connect(path)
  let received = 0
  socket.on('data', (part) => (received += part.length)).on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(bytes)
  await once(socket, 'close')
  return received
}

const frame = (value: unknown): Buffer => {
  const body = Buffer.from(JSON.stringify(value))
  const head = Buffer.alloc(4)
  head.writeUInt32BE(body.length)
  return Buffer.concat([head, body])
}

test('a guest calls the app as its page does, and receives its events', async () => {
  const open = await openAccount()
  const guest = await begin((await receiving(open)).key)
  const heard: string[] = []
  guest.subscribe((event) => heard.push(event.name))
  expect(await guest.call('accounts.list', undefined, never)).toEqual(await open.ask('accounts.list'))
  expect(await codeOf(guest.call('accounts.guess', undefined, never))).toBe('unknown-command')
  expect(await codeOf(guest.call('accounts.select', { id: 7 }, never))).toBe('invalid-input')
  await guest.call('settings.change', { theme: 'dark' }, never)
  expect(heard).toContain('settings.changed')
})

test.skipIf(process.platform === 'win32')('the socket is in a folder that only its owner may enter', async () => {
  const open = await openApp()
  const { path } = (await receiving(open)).key
  expect((await stat(dirname(path))).mode & 0o777).toBe(0o700)
  // Longer than the limit for socket paths.
  const deep = join(await temporaryFolder(), 'x'.repeat(90))
  await mkdir(deep)
  const elsewhere = await receiving(open, deep)
  expect(elsewhere.key.path.length).toBeLessThan(104)
  expect((await stat(dirname(elsewhere.key.path))).mode & 0o777).toBe(0o700)
  expect(await (await begin(elsewhere.key)).call('accounts.list', undefined, never)).toMatchObject({ accounts: [] })
  await elsewhere.close()
  await expect(stat(dirname(elsewhere.key.path))).rejects.toThrow('ENOENT')
})

test('callers without the secret of this run get no response', async () => {
  const open = await openApp()
  const guests = await receiving(open)
  const { key } = guests
  expect(await codeOf(Visit.begin({ ...key, secret: 'a guess' }))).toBe('host-ended')
  const nonce = 'n'.repeat(43)
  const strangers = [
    frame({ mailroom: 1, nonce: 'short' }),
    frame({ mailroom: 2, nonce }),
    frame({ ask: 'call', id: 1, name: 'accounts.list' }),
    Buffer.concat([frame({ mailroom: 1, nonce }), frame({ proof: nonce })]),
    Buffer.concat([frame({ mailroom: 1, nonce }), frame({ ask: 'call', id: 1, name: 'accounts.list' })]),
    Buffer.from([255, 255, 255, 255]),
    frame('x'.repeat(2000)),
    Buffer.from([0, 0, 0, 2, 123, 123]),
  ]
  // A stranger receives at most the host’s nonce and proof.
  for (const bytes of strangers) expect(await written(key.path, bytes)).toBeLessThan(150)
  expect(guests.count).toBe(0)
})

/** Another program that listens on the socket instead of Mailroom. */
async function impostor(
  answer: (socket: Socket, bytes: Buffer) => void,
): Promise<{ path: string; received: Buffer[] }> {
  const received: Buffer[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      received.push(bytes)
      answer(socket, bytes)
    })
  })
  const path = process.platform === 'win32' ? '\\\\.\\pipe\\mailroom-impostor' : join(await temporaryFolder(), 'host')
  server.listen(path)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { path, received }
}

test('another program on the socket learns neither the secret nor the call', async () => {
  const open = await openApp()
  const { key } = await receiving(open)
  const answers: ((socket: Socket, bytes: Buffer) => void)[] = [
    (socket) => void socket.write(frame({ nonce: 'n'.repeat(43), proof: 'p'.repeat(43) })),
    // Neither echoing the client’s bytes nor a proof of the host for another connection is accepted.
    (socket, bytes) => void socket.write(bytes),
    (socket) => {
      const real = connect(key.path)
      real.write(frame({ mailroom: 1, nonce: 'n'.repeat(43) }))
      real.on('data', (bytes: Buffer) => socket.write(bytes))
    },
  ]
  for (const answer of answers) {
    const other = await impostor(answer)
    expect(await codeOf(Visit.begin({ ...key, path: other.path }))).toBe('host-ended')
    const all = Buffer.concat(other.received).toString()
    expect(all).not.toContain(key.secret)
    expect(all).not.toContain('proof')
  }
})

test('the wait for a host that no longer responds is limited', async () => {
  const open = await openApp()
  const { key } = await receiving(open)
  // Relays the real host’s proof, and sends nothing after it.
  let parts = 0
  let real: Socket | null = null
  const other = await impostor((socket, bytes) => {
    parts += 1
    if (parts > 2) return
    if (real === null) {
      real = connect(key.path)
      real.on('data', (answer: Buffer) => socket.write(answer))
      socket.once('close', () => real?.destroy())
    }
    real.write(bytes)
  })
  const patience = { proof: 5000, ping: 5, missed: 3 }
  const visit = await Visit.begin({ ...key, path: other.path }, patience)
  // The same holds for a guest that only waits for events.
  expect(await visit.ended).toMatchObject({ code: 'host-hangs' })
  expect(await codeOf(visit.call('accounts.list', undefined, never))).toBe('host-hangs')
  const silent = await impostor(() => undefined)
  expect(await codeOf(Visit.begin({ ...key, path: silent.path }, { ...patience, proof: 5 }))).toBe('host-ended')
})

test('everything that a guest has begun ends when it leaves', async () => {
  const open = await openAccount()
  const { app, accountId, service } = open
  const guests = await receiving(open)
  const guest = await begin(guests.key)
  const path = join(open.folder, 'table.csv')
  await writeFile(path, 'email\na@x.example')
  expect(await codeOf(guest.register('table.csv'))).toBe('invalid-input')
  const { token } = await app.files.register(path, { isCopy: true })
  await guest.hold(token)
  app.files.release(token)
  await stat(path)
  const start = { from: 'blank' } as const
  await guest.call('drafts.create', { accountId, start, temporary: true }, never)
  await guest.call('drafts.create', { accountId, start }, never)
  await service.control.setFaults([{ kind: 'hang', path: '*' }])
  const cancel = new AbortController()
  const cancelled = codeOf(guest.call('keys.list', { accountId }, cancel.signal))
  const asked = codeOf(guest.call('keys.list', { accountId }, never))
  await expect.poll(() => service.control.requests().some(({ fault }) => fault === 'hang')).toBe(true)
  cancel.abort()
  expect(await cancelled).toBe('aborted')
  expect(guests.count).toBe(1)
  const left = guests.left()
  guest.end()
  await left
  expect(await asked).toBe('host-ended')
  await expect
    .poll(() =>
      stat(path).then(
        () => true,
        () => false,
      ),
    )
    .toBe(false)
  await expect.poll(async () => (await open.ask('drafts.list', { accountId })).length).toBe(1)
})

test('a key in the environment counts while its guest is connected, and never instead of another one', async () => {
  const open = await openApp()
  const account = await open.addAccount()
  const { key } = await receiving(open)
  const guest = await begin(key)
  await guest.lendKey(account.id, open.service.credentials.key)
  expect(await codeOf(guest.lendKey(account.id, 'another'))).toBe('key-differs')
  // The app has lost its key, as on a server without a keychain.
  await open.restart()
  const later = await begin((await receiving(open, await temporaryFolder())).key)
  const state = async () => codeOf(open.ask('keys.list', { accountId: account.id }))
  expect(await state()).toBe('key-missing')
  await later.lendKey(account.id, 'lent')
  expect(await state()).not.toBe('key-missing')
  later.end()
  await expect.poll(state).toBe('key-missing')
  expect(await readFile(join(open.folder, 'accounts.json'), 'utf8')).not.toContain('lent')
})

test('a closing host accepts no guests, and its guests are notified of the end', async () => {
  const open = await openApp()
  const guests = await receiving(open)
  const guest = await begin(guests.key)
  guests.stop()
  expect(await codeOf(Visit.begin(guests.key))).toBe('host-ended')
  expect(await guest.call('accounts.list', undefined, never)).toMatchObject({ accounts: [] })
  await guests.close()
  await guest.ended
  expect(await codeOf(guest.call('accounts.list', undefined, never))).toBe('host-ended')
})

test('the next holder of the folder waits for it if the previous one closes before it has responded', async () => {
  const open = await openApp()
  const data = await temporaryFolder()
  const lock = lockDataFolder(data, { pid: process.pid, host: 'test', socket: null })
  const guests = await Guests.open({ app: open.app, data, lock, logger: new CapturedLogger() })
  const taking = takeFolder(data, { host: 'next' })
  while (guests?.count === 0) await new Promise((resume) => setImmediate(resume))
  await guests?.close()
  lock.release()
  const taken = await taking
  expect(taken).toHaveProperty('lock')
  if ('lock' in taken) taken.lock.release()
})
