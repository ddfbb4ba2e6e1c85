import { AppError } from '#shared/contract/base/error.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataFolder } from './data-lock.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom lock é '))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const holder = { pid: process.pid, host: 'test', focus: null }

describe('the lock on the data folder', () => {
  it('refuses a second holder and says who the first is', () => {
    const lock = lockDataFolder(folder, { ...holder, focus: { url: 'http://127.0.0.1:1', secret: 's' } })
    expect(() => lockDataFolder(folder, holder)).toThrow(`Mailroom (test, process ${process.pid}) is already using`)
    lock.release()
    lockDataFolder(folder, holder).release()
  })

  it('is free again after its holder was killed', async () => {
    const code = `import { lockDataFolder } from ${JSON.stringify(new URL('./data-lock.ts', import.meta.url).href)}
      lockDataFolder(${JSON.stringify(folder)}, { pid: process.pid, host: 'child', focus: null })
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

  // Root may write everywhere, and Windows keeps no such mode.
  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('says that the folder is read-only', async () => {
    await chmod(folder, 0o500)
    expect(() => lockDataFolder(folder, holder)).toThrow('may not write')
    await chmod(folder, 0o700)
  })
})

it.skipIf(process.platform !== 'linux')('a folder that cannot be made is refused with a sentence', () => {
  // A child that hangs here would not end by a signal that can be caught.
  expect(() => lockDataFolder('/proc/self/not/there', { pid: 1, host: 'test', focus: null })).toThrow(AppError)
})
