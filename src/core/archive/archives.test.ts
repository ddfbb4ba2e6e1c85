import { writeFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { testPorts } from '#test/support/test-ports.ts'
import { accountsRoom } from '../accounts/index.ts'
import { appRoom } from '../app/index.ts'
import { EventBus } from '../base/event-bus.ts'
import { Archives } from './archives.ts'

async function openArchives() {
  const folder = await createDataFolder()
  onTestFinished(() => folder.remove())
  const ports = testPorts(folder.path)
  const events = new EventBus()
  const { service: accounts } = await accountsRoom({ ports, events, onBroken: () => undefined })
  const { service: notices } = appRoom({ ports, events })
  const archives = new Archives({ ports, accounts, notices, events })
  onTestFinished(() => archives.closeAll())
  const profile = { ...accountDefaults, name: 'Shop', baseUrl: 'http://127.0.0.1:1/v1', user: 'user@example.com' }
  const { id } = await accounts.create({ profile, key: 'k', keep: 'this-run' })
  return { archives, id, folder: accounts.folder(id) }
}

test('keeps the archive that replaces one that could not be opened', async () => {
  const { archives, id, folder } = await openArchives()
  // A file where the folder should be.
  await mkdir(join(folder, '..'), { recursive: true })
  await writeFile(folder, '')
  const refused = expect(archives.of(id)).rejects.toMatchObject({ code: 'disk' })
  const emptied = archives.empty(id)
  const reopened = archives.of(id)
  await refused
  expect(archives.of(id)).toBe(reopened)
  await emptied
  expect(archives.of(id)).toBe(reopened)
})
