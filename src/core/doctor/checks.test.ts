import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { StartKeychain } from '../keychain/index.ts'
import { runCheck, type Check, type CheckedPart } from './check.ts'
import { computerChecks, type Computer } from './computer-checks.ts'
import { partChecks, type Parts } from './part-checks.ts'

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'mailroom-checks-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

const results = (checks: readonly Check[]) =>
  Promise.all(checks.map((check) => runCheck(check, { signal: new AbortController().signal, milliseconds: 10_000 })))
const failed = (parts: readonly CheckedPart[]) => parts.filter(({ ok }) => !ok).map(({ name }) => name)
const partOf = (parts: readonly CheckedPart[], name: string) => parts.find((part) => part.name === name)

async function computer({ data, ...change }: Partial<Computer> & { data?: string } = {}): Promise<CheckedPart[]> {
  const usual = { env: {}, now: () => Date.UTC(2026, 10, 26), freeBytes: () => Promise.resolve(50e9) }
  return results(computerChecks(data ?? (await folder()), { ...usual, ...change }))
}

const script = 'assets/index-a.js'

async function aPage(): Promise<string> {
  const page = await folder()
  await mkdir(join(page, 'assets'))
  await writeFile(join(page, 'index.html'), `<script type="module" src="./${script}"></script>`)
  await writeFile(join(page, script), 'start()')
  return page
}

async function parts(change: Partial<Parts> = {}): Promise<CheckedPart[]> {
  const page = change.page ?? (await aPage())
  const usual = { page, textVersion: () => ['Hello you'], startKeychain: null, isKeyGiven: false }
  const made = await folder()
  return results(partChecks({ ...usual, ...change, temporary: () => Promise.resolve(made), milliseconds: 10_000 }))
}

test('what works has nothing to mend', async () => {
  const all = [...(await parts()), ...(await computer())]
  expect(failed(all)).toEqual([])
  expect(all.every(({ mend }) => mend === null)).toBe(true)
})

test.each([
  ['disk', { freeBytes: () => Promise.resolve(9e8) }],
  ['clock', { now: () => 0 }],
  ['proxy', { env: { HTTPS_PROXY: 'a secret' } }],
  ['authorities', { env: { SSL_CERT_FILE: '/nowhere/at/all.pem' } }],
])('%s is named where it is wrong, with what to do', async (name, change) => {
  const found = await computer(change)
  expect(failed(found)).toEqual([name])
  expect(partOf(found, name)?.mend).toBeTruthy()
  expect(JSON.stringify(found)).not.toContain('secret')
})

test('a data folder that is not there can be made, and is not', async () => {
  const above = await folder()
  const found = await computer({ data: join(above, 'to', 'come') })
  expect(failed(found)).toEqual([])
  expect(partOf(found, 'data folder')?.sentence).toContain('doesn’t exist yet, but can be created')
  expect(await readdir(above)).toEqual([])
})

test('a file in place of the data folder is named', async () => {
  const data = join(await folder(), 'data')
  await writeFile(data, '', { mode: 0o600 })
  expect(failed(await computer({ data }))).toContain('data folder')
})

test.skipIf(process.platform === 'win32')('a folder and a file that others may read are named with chmod', async () => {
  const data = await folder()
  await chmod(data, 0o755)
  const open = await computer({ data })
  expect(failed(open)).toEqual(['permissions'])
  expect(partOf(open, 'permissions')).toMatchObject({
    sentence: expect.stringContaining('0755') as string,
    mend: `chmod 700 '${data}'`,
  })
  await chmod(data, 0o700)
  await mkdir(join(data, 'logs'))
  await writeFile(join(data, 'logs', 'mailroom.log'), '', { mode: 0o644 })
  const readable = await computer({ data })
  expect(failed(readable)).toEqual(['permissions'])
  expect(partOf(readable, 'permissions')?.sentence).toContain('mailroom.log')
})

test('a proxy is named without its password', async () => {
  const env = { https_proxy: 'http://me:secret@proxy.example:3128', NO_PROXY: 'localhost' }
  const { sentence } = partOf(await computer({ env }), 'proxy')!
  expect(sentence).toBe('https_proxy is http://proxy.example:3128, except for the hosts in NO_PROXY.')
})

test.each([['index.html'], [script], ['']])('a page without “%s” is named', async (gone) => {
  const page = await aPage()
  await rm(join(page, gone), { recursive: true })
  expect(failed(await parts({ page }))).toEqual(['page'])
})

test('a library that cannot be loaded is named with its reason', async () => {
  const found = await parts({
    textVersion: () => {
      throw new Error('Cannot find module')
    },
  })
  expect(failed(found)).toEqual(['text version'])
  expect(partOf(found, 'text version')?.sentence).toBe('Cannot find module')
})

test('a keychain whose process ends at once is named, with what helps', async () => {
  const ending: StartKeychain = ({ onExit }) => {
    queueMicrotask(onExit)
    return { send: () => undefined, kill: () => undefined }
  }
  const found = await parts({ startKeychain: ending })
  expect(failed(found)).toEqual(['keychain'])
  expect(partOf(found, 'keychain')?.mend).toBeTruthy()
  // A server has no keychain, and its key is in the environment.
  expect(failed(await parts({ startKeychain: ending, isKeyGiven: true }))).toEqual([])
})
