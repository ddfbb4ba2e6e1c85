import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { accountsRoom } from '#core/accounts/index.ts'
import { appRoom } from '#core/app/index.ts'
import { archiveRoom } from '#core/archive/index.ts'
import { EventBus } from '#core/base/event-bus.ts'
import { bodiesRoom } from '#core/bodies/index.ts'
import { filesRoom } from '#core/files/index.ts'
import { jobsRoom } from '#core/jobs/index.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { testPorts } from '#test/support/test-ports.ts'

/** The rooms that keep copies of sends, with one account. */
export async function openBodies() {
  const data = await createDataFolder()
  onTestFinished(() => data.remove())
  const ports = testPorts(data.path)
  const ground = { ports, events: new EventBus(), onBroken: () => undefined }
  const { service: notices } = appRoom(ground)
  const { service: accounts } = await accountsRoom(ground)
  const [files, jobs] = [await filesRoom(ground), await jobsRoom(ground)]
  const needs = { ...ground, accounts, notices, files: files.service, jobs: jobs.service }
  const archive = archiveRoom(needs)
  const room = bodiesRoom({ ...needs, archives: archive.service })
  onTestFinished(async () => {
    await room.close?.()
    await archive.close?.()
  })
  const profile = { ...accountDefaults, name: 'Shop', baseUrl: 'http://127.0.0.1:1/v1', user: 'user@example.com' }
  const { id } = await accounts.create({ profile, key: 'k', keep: 'this-run' })
  return { room, accounts, bodies: room.service, archives: archive.service, notices, id, folder: accounts.folder(id) }
}

/** The files in a folder that contain this text uncompressed. */
export async function filesWith(folder: string, text: string): Promise<string[]> {
  const names = await readdir(folder)
  const found = await Promise.all(names.map(async (name) => (await readFile(join(folder, name))).includes(text)))
  return names.filter((_, index) => found[index])
}
