import { expect, test } from 'vitest'
import { SandboxData } from '#sandbox/sandbox-data.ts'
import { createSandboxParts } from '#sandbox/sandbox-parts.ts'
import { WorkingFolder } from '#sandbox/snapshots/working-folder.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { openSandbox } from './support/open-sandbox.ts'

/** The parts of a sandbox without its servers, so that a test decides what happens within one turn of the event loop. */
function openParts(options: { data: string }) {
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
  return { engine: service.engine, control, close }
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
