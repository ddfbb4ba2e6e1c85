import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withDataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { builtCli } from '#test/support/worker-code.ts'
import { aSend, ServiceClient } from './support/service-client.ts'

const megabyte = 1_048_576

// 226 MB were measured, and 606 while each step copied the whole.
const file = () => {
  const content = Buffer.alloc((49 * megabyte * 3) / 4, 'A page of the catalogue.').toString('base64')
  return { attachments: [{ contentType: 'application/pdf', filename: 'catalogue.pdf', content }] }
}
// 333 MB, and 707 before.
const text = () => ({ text: 'A line of the letter.\n'.repeat(Math.floor((49 * megabyte) / 23)) })
// 365 MB with few links. One in every line takes 732, and took 860 before.
const html = () => ({
  html:
    '<p>A <a href="https://x.org/a">link</a>.</p>' +
    '<p>A paragraph of the page.</p>\n'.repeat(Math.floor((49 * megabyte) / 32)),
})

async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1024
}

// Other systems do not report the peak of another process.
test.skipIf(process.platform !== 'linux').each([
  ['an attachment, in memory', file, false, 330],
  ['an attachment, with a data folder', file, true, 330],
  ['a text, with a data folder', text, true, 520],
  ['an HTML, with a data folder', html, true, 520],
])('a send of 49 MB is copied only where it has to be: %s', async (_, message, isStored, mostMegabytes) => {
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
})
