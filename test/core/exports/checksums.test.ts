import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { EventBus } from '#core/base/event-bus.ts'
import { Checksums } from '#core/exports/file/checksums.ts'
import { History } from '#core/exports/history/history.ts'
import { silentLogger } from '#test/core/archive/support/open-archive.ts'
import { watchFiles } from '#test/core/support/failing-files.ts'
import { testPorts } from '#test/support/test-ports.ts'
import { everything, exported, newFolder, openArchived, wanted } from './support/exporting.ts'

test('a person who is erased while a file is read back does not return with its checksum', async () => {
  const mailroom = await openArchived(3)
  const { path, token } = await newFolder(mailroom)
  const what = { ...everything, text: 'to:jane1@example.org' }
  const { id, name } = await exported(mailroom, wanted(mailroom, token, { what }))
  await mailroom.close()
  const history = await History.open({
    ports: testPorts(mailroom.folder),
    events: new EventBus(),
    onBroken: () => expect.fail('The list of exports could not be read.'),
  })
  await history.change(id, { manifest: { ...history.get(id).manifest!, sha256: null } })
  let erasure: Promise<void> | null = null
  const endWatch = watchFiles((call) => {
    if (call.path === join(path, name)) erasure ??= history.eraseRecipient(mailroom.accountId, 'jane1@example.org')
    return null
  })
  onTestFinished(endWatch)
  await new Checksums(history, silentLogger).add(id)
  await erasure
  const { manifest } = history.get(id)
  expect(manifest?.search).toBe('to:erased')
  expect(manifest?.sha256).toMatch(/^[0-9a-f]{64}$/)
})
