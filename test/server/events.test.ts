import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AppEvent } from '#shared/contract/events.ts'
import { startTestHost, type TestHost } from '#test/support/browser-host.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'

let folder: DataFolder
let host: TestHost
beforeEach(async () => {
  folder = await createDataFolder()
  host = await startTestHost({ dataFolder: folder.path })
})
afterEach(async () => {
  await host.close()
  await folder.remove()
})

test('every page hears every event', async () => {
  const heard: [string, AppEvent][] = []
  const stops = [
    await host.client.subscribe((event) => heard.push(['first', event])),
    await host.client.subscribe((event) => heard.push(['second', event])),
  ]
  await host.client.invoke('settings.change', { theme: 'dark' })
  const event = { name: 'settings.changed', payload: expect.objectContaining({ theme: 'dark' }) }
  await eventually(() =>
    expect(heard).toEqual(
      expect.arrayContaining([
        ['first', event],
        ['second', event],
      ]),
    ),
  )
  for (const stop of stops) stop()
})

test('a page that comes back is told the state that it missed', async () => {
  const stop = await host.client.subscribe(() => undefined)
  stop()
  await host.client.invoke('settings.change', { theme: 'dark' })
  const heard: AppEvent[] = []
  const stopAgain = await host.client.subscribe((event) => heard.push(event), '1')
  await eventually(() => {
    expect(heard).toEqual([
      { name: 'accounts.changed', payload: { accounts: [], currentId: null } },
      { name: 'settings.changed', payload: expect.objectContaining({ theme: 'dark' }) },
    ])
  })
  stopAgain()
})

test('a host that closes does not wait for pages that listen', async () => {
  await host.client.subscribe(() => undefined)
  await host.close()
  host = await startTestHost({ dataFolder: folder.path })
})
