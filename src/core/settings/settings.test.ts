import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { settingsDefaults, type Settings as Values } from '#shared/contract/settings.ts'
import { CapturedLogger } from '#test/support/captured-logger.ts'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { EventBus } from '../base/event-bus.ts'
import { Settings } from './settings.ts'

let folder: DataFolder
const applied: Values[] = []
const broken: string[] = []
const events = new EventBus()

beforeEach(async () => {
  folder = await createDataFolder()
  await mkdir(folder.path, { recursive: true })
  applied.length = 0
  broken.length = 0
})
afterEach(() => folder.remove())

function open(): Promise<Settings> {
  const ports = { paths: { data: folder.path }, clock: new ManualClock(0), logger: new CapturedLogger() }
  const onBroken = (keptAs: string) => void broken.push(keptAs)
  return Settings.open({ ports, events, onBroken }, (values) => applied.push(values))
}

const file = () => join(folder.path, 'settings.json')

test('A first start uses the defaults and applies them.', async () => {
  expect((await open()).value).toEqual(settingsDefaults)
  expect(applied).toEqual([settingsDefaults])
})

test('A change is applied, emitted, and there after the next start.', async () => {
  const settings = await open()
  const emitted: unknown[] = []
  const stop = events.subscribe((event) => emitted.push(event))
  const changed = await settings.change({ theme: 'dark' })
  stop()
  expect(changed).toEqual({ ...settingsDefaults, theme: 'dark' })
  expect(emitted).toEqual([{ name: 'settings.changed', payload: changed }])
  expect(applied.at(-1)).toEqual(changed)
  await settings.settled()
  expect((await open()).value).toEqual(changed)
})

test('What a view remembers is kept by name, and another view does not lose its own.', async () => {
  const settings = await open()
  await settings.change({ viewState: { columns: ['to'] } })
  expect((await settings.change({ viewState: { panel: true } })).viewState).toEqual({ columns: ['to'], panel: true })
})

test('One value that this version cannot read does not reset the others.', async () => {
  await writeFile(file(), JSON.stringify({ ...settingsDefaults, theme: 'sepia', density: 'comfortable' }))
  expect((await open()).value).toEqual({ ...settingsDefaults, density: 'comfortable' })
})

test('A file that is no settings file is kept aside, and named.', async () => {
  await writeFile(file(), '[1, 2')
  expect((await open()).value).toEqual(settingsDefaults)
  expect(broken).toHaveLength(1)
  expect(await readFile(broken[0]!, 'utf8')).toBe('[1, 2')
})
