import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withDataFolder } from '#test/support/data-folder.ts'
import { isDeep } from '#test/support/deep/is-deep.ts'
import { eventually } from '#test/support/eventually.ts'
import { builtCli } from '#test/support/worker-code.ts'
import { aSend, ServiceClient } from './support/service-client.ts'

const megabyte = 1_048_576

// Measured: 218 MB, and 606 while each step copied the whole.
const file = () => {
  const content = Buffer.alloc((49 * megabyte * 3) / 4, 'A page of the catalogue.').toString('base64')
  return { attachments: [{ contentType: 'application/pdf', filename: 'catalogue.pdf', content }] }
}
// 250 to 290 MB, and 707.
const text = () => ({ text: 'A line of the letter.\n'.repeat(Math.floor((49 * megabyte) / 23)) })
// 240 MB, and 365.
const html = () => ({
  html:
    '<p>A <a href="https://x.org/a">link</a>.</p>' +
    '<p>A paragraph of the page.</p>\n'.repeat(Math.floor((49 * megabyte) / 32)),
})
// 290 MB, and 790.
const links = () => ({
  html: '<p>A <a href="https://x.org/a">link</a> of the page.</p>\n'.repeat(Math.floor((49 * megabyte) / 57)),
})

async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1024
}

type Case = [title: string, message: () => object, isStored: boolean, mostMegabytes: number]

const cases: Case[] = [
  ['an attachment, in memory', file, false, 330],
  ['an attachment, with a data folder', file, true, 330],
  ['a text, with a data folder', text, true, 330],
  ['an HTML, with a data folder', html, true, 330],
]
const deepCases: Case[] = [['an HTML with a link in every line, with a data folder', links, true, 330]]

// Other systems do not report the peak of another process.
test.skipIf(process.platform !== 'linux').each(isDeep ? [...cases, ...deepCases] : cases)(
  'a send of 49 MB is copied only where it has to be: %s',
  async (_, message, isStored, mostMegabytes) => {
    await withDataFolder(async (data) => {
      const child = spawn(process.execPath, [builtCli, 'sandbox', '--json', ...(isStored ? ['--data', data] : [])], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
      const ready = JSON.parse(line) as { url: string; user: string; key: string }
      const client = new ServiceClient(ready.url, ready)
      onTestFinished(() => client.close())
      const answer = await client.post('/messages/send', aSend('a@x.org', message()))
      expect(answer.json).toEqual({ status: 'success' })
      const written = async (): Promise<string[]> => (isStored ? await readdir(join(data, 'outbox')) : ['a.eml'])
      await eventually(async () => expect(await written()).toEqual([expect.stringMatching(/\.eml$/)]))
      expect(await peakMegabytes(child.pid!)).toBeLessThan(mostMegabytes)
      child.kill('SIGTERM')
      await once(child, 'exit')
    })
  },
)
