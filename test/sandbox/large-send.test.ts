import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { withDataFolder } from '#test/support/data-folder.ts'
import { isDeep } from '#test/support/deep/is-deep.ts'
import { eventually } from '#test/support/eventually.ts'
import { builtCli } from '#test/support/worker-code.ts'
import { aSend, ServiceClient } from './support/service-client.ts'

const megabyte = 1_048_576

// Measured peak: 218 MB, or 606 MB when each step copied the whole file.
const file = () => {
  const content = Buffer.alloc((49 * megabyte * 3) / 4, 'A page of the catalogue.').toString('base64')
  return { attachments: [{ contentType: 'application/pdf', filename: 'catalogue.pdf', content }] }
}
// 250 to 290 MB; 707 with the copies.
const text = () => ({ text: 'A line of the letter.\n'.repeat(Math.floor((49 * megabyte) / 23)) })
// 240 MB; 365 with the copies.
const html = () => ({
  html:
    '<p>A <a href="https://x.org/a">link</a>.</p>' +
    '<p>A paragraph of the page.</p>\n'.repeat(Math.floor((49 * megabyte) / 32)),
})
// 290 MB; 790 with the copies.
const links = () => ({
  html: '<p>A <a href="https://x.org/a">link</a> of the page.</p>\n'.repeat(Math.floor((49 * megabyte) / 57)),
})

// 275 MB; 460 with the copies. V8 stores this text with two bytes per character.
const letters = () => ({ text: 'A line of the letter – with a dash and more words.\r\n'.repeat(900_000) })
// 240 MB; 586 with the copies.
const placeholders = () => ({ text: 'Dear {{name}}, a line of the letter.\n'.repeat(1_300_000) })
const ann = { headers: { 'X-SVC-SUB': [{ email: 'a@x.org', values: { name: 'Ann' } }] } }
// 245 MB; 419 when the whole mail was parsed.
const mailedFile = (): SendMailOptions => ({
  text: 'The catalogue is attached.',
  attachments: [{ filename: 'catalogue.pdf', content: Buffer.alloc(35 * megabyte, 'A page of the catalogue.') }],
})
// 215 MB; 450 when the whole mail was parsed.
const mailedText = (): SendMailOptions => ({
  text: 'A line of the letter.\n'.repeat(1_600_000),
  textEncoding: 'base64',
})
// 220 MB; 480 when the whole mail was parsed.
const mailedLinks = (): SendMailOptions => ({ ...links(), encoding: 'quoted-printable' })
// 250 MB; 1930 when the whole mail was parsed.
const mailedLetters = (): SendMailOptions => ({ raw: `From: shop@x.org\r\nTo: a@x.org\r\n\r\n${letters().text}` })

type Ready = { url: string; smtp: string; user: string; key: string }

const byHttp = (message: () => object, more?: object) => async (ready: Ready) => {
  const client = new ServiceClient(ready.url, ready)
  onTestFinished(() => client.close())
  const answer = await client.post('/messages/send', aSend('a@x.org', message(), more))
  expect(answer.json).toEqual({ status: 'success' })
}
const bySmtp = (mail: () => SendMailOptions) => async (ready: Ready) => {
  const [host, port] = ready.smtp.split(':')
  const auth = { user: ready.user, pass: ready.key }
  const transport = createTransport({ host, port: Number(port), secure: false, ignoreTLS: true, auth })
  onTestFinished(() => transport.close())
  await transport.sendMail({ from: 'shop@x.org', to: 'a@x.org', subject: 'Large', ...mail() })
}

async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) / 1024
}

type Case = [title: string, send: (ready: Ready) => Promise<void>, isStored: boolean, mostMegabytes: number]

const cases: Case[] = [
  ['an attachment, in memory', byHttp(file), false, 330],
  ['an attachment, with a data folder', byHttp(file), true, 330],
  ['a text, with a data folder', byHttp(text), true, 330],
  ['an HTML, with a data folder', byHttp(html), true, 330],
]
const deepCases: Case[] = [
  ['an HTML with a link in every line, with a data folder', byHttp(links), true, 330],
  ['an attachment by SMTP', bySmtp(mailedFile), true, 330],
  ['a text in base64 by SMTP', bySmtp(mailedText), true, 330],
  ['a page in quoted-printable by SMTP', bySmtp(mailedLinks), true, 330],
  ['a text with letters beyond Latin-1 by SMTP', bySmtp(mailedLetters), true, 300],
  ['a text with letters beyond Latin-1', byHttp(letters), true, 330],
  ['a text with a placeholder in every line', byHttp(placeholders, ann), true, 330],
]

// Only Linux reports the peak memory of another process.
test.skipIf(process.platform !== 'linux').each(isDeep ? [...cases, ...deepCases] : cases)(
  'a send of 49 MB is copied only where necessary: %s',
  async (_, send, isStored, mostMegabytes) => {
    await withDataFolder(async (data) => {
      const child = spawn(process.execPath, [builtCli, 'sandbox', '--json', ...(isStored ? ['--data', data] : [])], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
      await send(JSON.parse(line) as Ready)
      const written = async (): Promise<string[]> => (isStored ? await readdir(join(data, 'outbox')) : ['a.eml'])
      await eventually(async () => expect(await written()).toEqual([expect.stringMatching(/\.eml$/)]))
      expect(await peakMegabytes(child.pid!)).toBeLessThan(mostMegabytes)
      child.kill('SIGTERM')
      await once(child, 'exit')
    })
  },
)
