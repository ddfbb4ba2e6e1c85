import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDataFolder, type DataFolder } from '#test/support/data-folder.ts'
import { checkTypes, installPackage } from './support/installed-package.ts'
import { isThere, phpunit, playwright, pytest, runSuite, vitest } from './support/runners.ts'

let project: DataFolder
beforeAll(async () => {
  project = await createDataFolder()
  const folder = await installPackage(project.path, ['vitest', '@playwright/test', '@types/node'])
  await cp(join(folder, 'examples'), project.path, { recursive: true })
})
afterAll(() => project.remove())

const runners = [vitest, playwright, pytest, phpunit].map((runner) => {
  const there = isThere(runner)
  return { runner, there, title: there ? runner.name : `${runner.name} (not installed)` }
})

// On CI, a missing runner fails its test instead of skipping it.
for (const { runner, title } of runners.filter(({ there }) => there || process.env['CI'])) {
  test(`the example for ${title} passes, and a wrong expectation in it fails with a sentence`, async () => {
    const whole = runSuite(runner, { project: project.path })
    expect(whole.output).toMatch(runner.passed)
    expect(whole.code).toBe(0)

    const path = join(project.path, runner.name, runner.file)
    const text = await readFile(path, 'utf8')
    const wrong = text.replace(...runner.broken)
    expect(wrong).not.toBe(text)
    await writeFile(path, wrong)
    const { code, output } = runSuite(runner, { project: project.path, title: 'bounces' })
    expect(output.replace(/\s+/g, ' ')).toContain(
      'Expected the message “Your code” to bounce@shop.example to be delivered, but it is hardbounced: 550 5.1.1 The mailbox does not exist.',
    )
    expect(code).toBe(1)
  })
}
for (const { title } of runners.filter(({ there }) => !there && !process.env['CI'])) {
  test.skip(`the example for ${title}`, () => undefined)
}

const startsInMay = `
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, test as base } from 'mailroom-sandbox/vitest'

const start = Date.UTC(2026, 4, 1)
const test = base.extend({ sandboxOptions: [{ clock: { start } }, { scope: 'file' }] })

test('its folder names its process', ({ sandboxServer }) => {
  const name = \`mailroom-sandbox-\${process.pid}-\`
  expect([sandboxServer.url, ...readdirSync(tmpdir())].filter((entry) => entry.startsWith(name))).toHaveLength(1)
})

test('its clock is stopped at this time', ({ sandbox }) => {
  expect(sandbox.clock.state()).toMatchObject({ now: start, running: false })
})
`

test('the clock of a test is stopped if only its start is given, and what a killed run leaves names its process', async () => {
  await mkdir(join(project.path, 'start'))
  await writeFile(join(project.path, 'start', 'start.test.ts'), startsInMay)
  const { output } = runSuite({ ...vitest, name: 'start' }, { project: project.path })
  expect(output).toMatch(/Tests {2}2 passed \(2\)/)
})

const misuse = `
import { createSandbox } from 'mailroom-sandbox'
import { withReader } from 'mailroom-sandbox/matchers'
import { expect as playwrightExpect } from 'mailroom-sandbox/playwright'
import { expect, test } from 'mailroom-sandbox/vitest'

test('types', async ({ sandbox }) => {
  const message = await sandbox.outbox.waitFor({ code: true })
  const plain = withReader(await createSandbox())
  const left: string = await message.follow(/orders/)
  await playwrightExpect(message).toBeDelivered({ advance: 'day' })
  // @ts-expect-error: there is no such unit.
  await playwrightExpect(message).toBeDelivered({ advance: 'year' })
  // @ts-expect-error: there is no such unit.
  await expect(message).toBeDelivered({ advance: 'year' })
  const [entry] = await sandbox.outbox.list()
  await expect(entry!).not.toHaveBounced()
  // @ts-expect-error: an entry of the list has no codes.
  expect(entry!).toHaveCode()
  // @ts-expect-error: this is no message.
  await expect(plain).toBeDelivered()
  expect(left).toBe('')
})
`

test('the types of its runners are complete, and refuse wrong code', async () => {
  await writeFile(join(project.path, 'misuse.ts'), misuse)
  await checkTypes(project.path)
})
