import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import { bootMain, type BootedMain } from './boot.ts'

let folder: string
let main: BootedMain
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-printing-'))
  main = await bootMain({ dataFolder: folder, flags: ['--secrets', 'memory'] })
})
afterEach(async () => {
  await main.close()
  await rm(folder, { recursive: true })
})

it('prints a report in a hidden window, in which no script runs', async () => {
  const { electron, invoke } = main
  const profile = { ...accountDefaults, name: 'Shop', baseUrl: 'http://127.0.0.1:9/v1', user: 'someone' }
  const { id: accountId } = await invoke('accounts.create', { profile, key: 'a-key', keep: 'this-run' })
  const days = { from: '2026-01-01', to: '2026-01-31' }
  const filters = { text: 'tag:=invoice', comparison: 'none', metaKey: null } as const
  const { jobId } = await invoke('reports.make', { accountId, format: 'pdf', ...filters, ...days })
  const job = async () => (await invoke('jobs.list', undefined)).find(({ id }) => id === jobId)
  await expect.poll(job).toMatchObject({ state: 'done' })
  expect(await electron.windows()).toHaveLength(1)
  const [printing] = await electron.closedWindows()
  expect(printing!.options).toMatchObject({
    show: false,
    webPreferences: { sandbox: true, javascript: false, nodeIntegration: false, contextIsolation: true },
  })
  const token = (await job())!.result!.fileToken!
  const target = join(folder, 'report.pdf')
  const saving = invoke('files.saveAs', { token, name: 'report.pdf' })
  await expect.poll(() => electron.dialogs()).toHaveLength(1)
  await electron.answerDialog({ canceled: false, filePath: target })
  expect(await saving).toEqual({ saved: true })
  const pdf = await readFile(target, 'utf8')
  expect(pdf).toMatch(/^%PDF-stand-in {"printBackground":true,"preferCSSPageSize":true,"generateTaggedPDF":true}/)
  expect(pdf).toContain('<dd>tag:=invoice</dd>')
})
