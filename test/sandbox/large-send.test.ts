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
/** 226 MB were measured, and 606 while each step copied the whole. */
const mostMegabytes = 330

async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1024
}

// Other systems do not report the peak of another process.
test.skipIf(process.platform !== 'linux').each([
  ['in memory', false],
  ['with a data folder', true],
])('a send of 49 MB is copied only where it has to be, %s', async (_, isStored) => {
  await withDataFolder(async (data) => {
    const child = spawn(process.execPath, [builtCli, 'sandbox', '--json', ...(isStored ? ['--data', data] : [])], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
    const ready = JSON.parse(line) as { url: string; user: string; key: string }
    const client = new ServiceClient(ready.url, ready)
    onTestFinished(() => client.close())
    const content = Buffer.alloc((49 * megabyte * 3) / 4, 'A page of the catalogue.').toString('base64')
    const attachments = [{ contentType: 'application/pdf', filename: 'catalogue.pdf', content }]
    const answer = await client.post('/messages/send', aSend('a@x.org', { attachments }))
    expect(answer.json).toEqual({ status: 'success' })
    const written = async (): Promise<string[]> => (isStored ? await readdir(join(data, 'outbox')) : ['a.eml'])
    await eventually(async () => expect(await written()).toEqual([expect.stringMatching(/\.eml$/)]))
    expect(await peakMegabytes(child.pid!)).toBeLessThan(mostMegabytes)
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
})
