import { expect, test } from 'vitest'
import type { SandboxOptions } from '#sandbox/base/options.ts'
import { SandboxData } from '#sandbox/sandbox-data.ts'
import { createSandboxParts } from '#sandbox/sandbox-parts.ts'
import { WorkingFolder } from '#sandbox/snapshots/working-folder.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { openSandbox } from './support/open-sandbox.ts'

/** The parts of a sandbox without its servers, so that a test decides what happens within one turn of the event loop. */
function openParts(options: SandboxOptions & { data: string }) {
  const data = SandboxData.open(options)
  const startFork = () => Promise.reject(new Error('This sandbox has no forks.'))
  const { service, control } = createSandboxParts(options, {
    data,
    working: new WorkingFolder(options.data),
    startFork,
  })
  const close = () => {
    service.engine.close()
    data.store.close()
  }
  return { engine: service.engine, control, data, close }
}

const accepted = {
  to: [{ address: 'before@x.org', personalName: '' }],
  cc: [],
  bcc: [],
  from: { address: 'shop@x.org', personalName: '' },
  subject: 'Before the reset',
  text: 'Hello',
  html: '',
  images: [],
  attachments: [],
  apiKey: 'key',
  options: {
    tags: [],
    meta: undefined,
    tracking: { htmlOpen: false, htmlClick: false, textClick: false },
    bulk: false,
    textVersion: false,
    lines: [],
  },
  substitutions: new Map(),
}

test('a message that was accepted but not yet written when the sandbox is reset does not come back', async () => {
  const data = await temporaryFolder()
  const parts = openParts({ data })
  const written = parts.engine.send(accepted)
  expect(parts.control.reset('empty')).toMatchObject({ messages: 0 })
  await written
  expect(parts.control.state()).toMatchObject({ messages: 0 })
  parts.close()
  const { sandbox } = await openSandbox({ data })
  expect(await sandbox.outbox.list()).toEqual([])
})

test('a reset that fails leaves everything as it was', async () => {
  const folder = await temporaryFolder()
  const options = { data: folder, user: 'me@x.org', clock: { running: false } }
  const { engine, control, data, close } = openParts(options)
  const { adminToken, credentials, store } = data
  const certificate = control.certificate()
  control.setFaults([{ kind: 'hang', path: '/livez' }])
  const sent = engine.send(accepted)
  await control.advance('day')
  await sent
  const content = () => {
    const { clock, ...state } = control.state()
    return { ...state, now: clock.now, faults: control.faults(), keys: control.keys() }
  }
  const before = content()
  const changes: string[] = []
  control.onChange((change) => changes.push(change))
  const fail = `SELECT RAISE(ABORT, 'The disk is full.')`
  store.database.exec(
    `CREATE TEMP TRIGGER refuse BEFORE INSERT ON main.settings WHEN new.name = 'clock' BEGIN ${fail}; END`,
  )
  expect(() => control.reset('empty')).toThrow('The disk is full.')
  expect(content()).toEqual(before)
  expect(changes).toEqual([])
  close()
  const { sandbox } = await openSandbox({ data: folder })
  expect(sandbox).toMatchObject({ adminToken, credentials })
  expect(sandbox.control.certificate()).toBe(certificate)
  expect(sandbox.store.account()).toMatchObject({ username: 'me@x.org' })
  expect(sandbox.control.state()).toMatchObject({ messages: 1, clock: { now: before.now } })
})
