import { AppError } from '#shared/contract/base/error.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { holderOf, lockDataFolder } from './data-lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom lock é '))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const holder = { pid: process.pid, host: 'test' }

describe('the lock on the data folder', () => {
  it('refuses a second holder and says who the first is', () => {
    const lock = lockDataFolder(folder, { ...holder, socket: { path: '/nowhere', secret: 's' } })
    expect(() => lockDataFolder(folder, holder)).toThrow(`Mailroom (test, process ${process.pid}) is already using`)
    expect(holderOf(folder)).toMatchObject({ pid: process.pid, socket: { path: '/nowhere' } })
    lock.update({ socket: null, isClosing: true })
    expect(holderOf(folder)).toEqual({ pid: process.pid, host: 'test', socket: null, isClosing: true })
    lock.release()
    expect(holderOf(folder)).toBeNull()
    lockDataFolder(folder, holder).release()
  })

  it('is free again after its holder was killed', async () => {
    const code = `import { lockDataFolder } from ${JSON.stringify(new URL('./data-lock.ts', import.meta.url).href)}
      lockDataFolder(${JSON.stringify(folder)}, { pid: process.pid, host: 'child' })
      console.log('held'); setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    expect(() => lockDataFolder(folder, holder)).toThrow('Mailroom (child, process')
    child.kill('SIGKILL')
    await once(child, 'exit')
    lockDataFolder(folder, holder).release()
  })

  it('says in a sentence that the folder cannot be one', async () => {
    await writeFile(join(folder, 'file'), '')
    expect(() => lockDataFolder(join(folder, 'file'), holder)).toThrow(/data folder/)
  })

  // Root may write everywhere, and Windows does not store such a mode.
  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('says that the folder is read-only', async () => {
    await chmod(folder, 0o500)
    expect(() => lockDataFolder(folder, holder)).toThrow('no permission to write')
    await chmod(folder, 0o700)
  })
})

it.skipIf(process.platform !== 'linux')('a folder that cannot be made is refused with a sentence', () => {
  // A child process that hung here would ignore every signal that can be caught.
  expect(() => lockDataFolder('/proc/self/not/there', { pid: 1, host: 'test' })).toThrow(AppError)
})
