import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { WorkerName } from '#core/base/ports.ts'
import { runCheck } from '#core/doctor/check.ts'
import { examine, type CheckedPart, type DoctorNeeds } from '#core/doctor/index.ts'
import { partChecks } from '#core/doctor/part-checks.ts'
import { threadChecks } from '#core/doctor/thread-checks.ts'
import type { StartKeychain } from '#core/keychain/index.ts'
import { textVersion } from '#sandbox/mail/text-version.ts'
import { startInWorker } from '#sandbox/start-in-worker.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { workerCode } from '#test/support/worker-code.ts'

type Broken = Partial<DoctorNeeds> & {
  readonly worker?: (name: WorkerName) => URL
  readonly signal?: AbortSignal
}

/** A keychain without entries. */
const emptyKeychain: StartKeychain = ({ onReply }) => ({
  send: ({ number }) => queueMicrotask(() => onReply({ number, value: null })),
  kill: () => undefined,
})

const computer = { env: {}, now: () => Date.UTC(2026, 10, 26), freeBytes: () => Promise.resolve(50e9) }

async function aPage(): Promise<string> {
  const page = join(await temporaryFolder(), 'renderer')
  await mkdir(join(page, 'assets'), { recursive: true })
  await writeFile(join(page, 'index.html'), '<script type="module" src="./assets/index-a.js"></script>')
  await writeFile(join(page, 'assets', 'index-a.js'), 'start()')
  return page
}

async function partsWith(startKeychain: StartKeychain) {
  return { page: await aPage(), textVersion, startKeychain, isKeyGiven: false }
}

/** Runs the checks with a working setup, apart from the given parts. */
async function examined({ worker = workerCode, signal, ...broken }: Broken = {}): Promise<CheckedPart[]> {
  const data = await temporaryFolder()
  const needs: DoctorNeeds = {
    host: { name: 'Node', appVersion: '1.0.0' },
    paths: { data, worker },
    parts: await partsWith(emptyKeychain),
    startSandbox: startInWorker,
    computer,
    accounts: null,
    // Far beyond what a check needs, so that a busy machine fails none.
    milliseconds: 60_000,
    ...broken,
  }
  const onEnd = () => Promise.resolve()
  return examine(needs, { signal: signal ?? new AbortController().signal, onStart: () => undefined, onEnd })
}

const failed = (parts: readonly CheckedPart[]) => parts.filter(({ ok }) => !ok).map(({ name }) => name)

test('with a working setup, every check passes and none has a remedy', async () => {
  const parts = await examined()
  expect(failed(parts)).toEqual([])
  expect(parts.filter(({ mend }) => mend !== null)).toEqual([])
  expect(parts.length).toBeGreaterThan(15)
})

test('threads whose code is missing are reported, each with its file', async () => {
  const nowhere = pathToFileURL(join(await temporaryFolder(), 'nowhere.js'))
  const parts = await examined({ worker: () => nowhere })
  expect(failed(parts)).toEqual(
    ['archive', 'team-archive', 'import', 'blacklists', 'bodies', 'sandbox'].map((name) => `thread ${name}`),
  )
  for (const { ok, sentence } of parts) expect(sentence.includes('nowhere.js')).toBe(!ok)
})

test('a thread or a keychain that never responds ends after its time limit', async () => {
  const folder = await temporaryFolder()
  const hanging = join(folder, 'hanging.mjs')
  await writeFile(hanging, 'setInterval(() => undefined, 1000)')
  const silent: StartKeychain = () => ({ send: () => undefined, kill: () => undefined })
  const temporary = () => Promise.resolve(folder)
  const checks = [
    ...threadChecks({ paths: { worker: () => pathToFileURL(hanging) }, temporary, startSandbox: startInWorker }),
    ...partChecks({ ...(await partsWith(silent)), temporary, milliseconds: 60_000 }),
  ].filter(({ name }) => name === 'thread bodies' || name === 'keychain')
  const { signal } = new AbortController()
  const parts = await Promise.all(checks.map((check) => runCheck(check, { signal, milliseconds: 500 })))
  const sentence = 'There was no response within 0.5 s.'
  expect(parts).toMatchObject([
    { name: 'thread bodies', ok: false, sentence },
    { name: 'keychain', ok: false, sentence },
  ])
})

test('an interrupt is not reported as a failure', async () => {
  const signal = AbortSignal.abort(new Error('enough'))
  await expect(examined({ signal })).rejects.toThrow('enough')
})
