import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CommandGuests, takeFolder } from '#core/guests/index.ts'
import { Visit } from '#core/guests/visit.ts'
import { holderOf, lockDataFolder } from '#core/node/index.ts'
import type { App } from '#core/create-app.ts'
import { CapturedLogger } from '#test/support/captured-logger.ts'
import { openApp } from '#test/support/open-app.ts'

const never = new AbortController().signal
const unsaid = () => expect.unreachable('Nobody is waited for.')

/** A command, with a manual clock. */
async function command(change: (app: App) => Partial<App> = () => ({})) {
  const { app, folder: data } = await openApp()
  const lock = lockDataFolder(data, { pid: process.pid, host: 'command line', socket: null })
  let hasLeft = false
  const leave = (): void => {
    if (!hasLeft) lock.release()
    hasLeft = true
  }
  onTestFinished(leave)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const open = Promise.withResolvers<void>()
  const update: typeof lock.update = (change) => {
    lock.update(change)
    open.resolve()
  }
  const opening = { app: { ...app, ...change(app) }, data, lock: { update }, logger: new CapturedLogger() }
  const guests = new CommandGuests(opening)
  /** The path of the command’s socket. */
  const key = () => holderOf(data)?.socket ?? null
  return {
    guests,
    key,
    data,
    leave,
    async opened() {
      vi.advanceTimersByTime(150)
      expect(vi.getTimerCount()).toBe(0)
      await open.promise
      return key()!
    },
  }
}

test('a command that ends at once never opens a socket', async () => {
  const { guests, key } = await command()
  vi.advanceTimersByTime(149)
  expect(vi.getTimerCount()).toBe(1)
  await guests.end({ signal: never, onWait: unsaid })
  expect(vi.getTimerCount()).toBe(0)
  expect(key()).toBeNull()
})

test('a longer command accepts guests, and waits for them to leave', async () => {
  const { guests, opened } = await command()
  const visit = await Visit.begin(await opened())
  const waiting = Promise.withResolvers<void>()
  const ended = guests.end({ signal: never, onWait: waiting.resolve })
  await waiting.promise
  expect(await visit.call('accounts.list', undefined, never)).toMatchObject({ accounts: [] })
  visit.end()
  await ended
})

test('an interrupt ends the wait for guests', async () => {
  const { guests, opened } = await command()
  const visit = await Visit.begin(await opened())
  const interrupt = new AbortController()
  await guests.end({ signal: interrupt.signal, onWait: () => interrupt.abort() })
  expect(await visit.ended).toMatchObject({ code: 'host-ended' })
})

test('the socket is closed even if the app cannot be closed', async () => {
  const full = new Error('The disk is full.')
  const { guests, opened } = await command((app) => ({
    close: async () => {
      await app.close()
      throw full
    },
  }))
  const { path } = await opened()
  await expect(guests.end({ signal: never, onWait: unsaid })).rejects.toBe(full)
  await expect(stat(dirname(path))).rejects.toThrow('ENOENT')
})

test('a host that waits for the folder does not keep the command from leaving it', async () => {
  const { guests, opened, data, leave } = await command()
  await opened()
  const said = Promise.withResolvers<string>()
  const taking = takeFolder(data, { host: 'Electron', onWait: said.resolve })
  expect(await said.promise).toBe('A mailroom command is using this data folder. Waiting for it to finish.')
  await guests.end({ signal: never, onWait: () => undefined })
  leave()
  const taken = await taking
  if (!('lock' in taken)) return expect.unreachable('The folder is free.')
  taken.lock.release()
})
