import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { msPerHour } from '#shared/domain/base/durations.ts'
import { cronLinesOf, mailroomWords, readManual, shellLinesOf } from '#test/house/manual.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { aSend, messagesOf, ServiceClient } from '#test/sandbox/support/service-client.ts'
import { HttpClient, type HttpAnswer } from '#test/support/http-client.ts'
import { askApp, startTestApp } from '#test/support/test-ports.ts'
import { startSandbox } from './support/cli-account.ts'
import { runCli, type Ended } from './support/run-cli.ts'

const pages = readManual()
const linesOf = (name: string): string[] => {
  const page = pages.find((page) => page.name === name)!
  return [...shellLinesOf(page), ...cronLinesOf(page)]
}

/** Runs the command lines of a manual page, with this service and folder in place of the ones in the examples. */
async function machine() {
  // The sandbox starts an hour behind, so that the clock is correct for doctor after the test has advanced it.
  const sandbox = await startSandbox({ clock: { start: Date.now() - msPerHour } })
  const client = ServiceClient.of(sandbox)
  const tagged = { headers: { 'X-SVC-TAGS': ['invoice'] } }
  await client.post('/messages/send', aSend(['bounce@shop.example', 'click+2@shop.example'], {}, tagged))
  await sandbox.control.advance('hour')
  client.close()
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'reports'))
  await mkdir(join(folder, 'backup'))
  const env = { MAILROOM_KEY: sandbox.credentials.key, MAILROOM_DATA: join(folder, 'data') }
  const type = (line: string): Promise<Ended> | null => {
    const words = mailroomWords(line)?.map((word) =>
      word
        .replace('https://api.mail.example/v1', sandbox.url)
        .replace('shop@example.com', sandbox.credentials.user)
        .replace(/^\/srv(?=\/)/, folder)
        .replace(/^shop\.sqlite$/, join(folder, '$&'))
        .replace(/^bounces\.xlsx$/, join(folder, '$&'))
        .replace('2026-01-01', 'all'),
    )
    return words ? runCli(words, { env }) : null
  }
  return { folder, data: env.MAILROOM_DATA, type }
}

/** Creates the draft with this subject that the manual pages mention. */
async function writeDraft(data: string): Promise<void> {
  const app = await startTestApp(data)
  const ask = askApp(app)
  const [{ id: accountId } = { id: '' }] = (await ask('accounts.list')).accounts
  const { id } = await ask('drafts.create', { accountId, start: { from: 'blank' } })
  const from = { address: 'shop@sender.example', name: 'Shop' }
  await ask('drafts.save', {
    id,
    content: { from, subject: 'Weekly figures', text: 'Hello', textMode: 'written' },
    people: { at: 0, remove: 0, rows: [{ address: 'ann@shop.example', name: '', values: [], parts: [] }] },
  })
  await app.close()
}

test('the commands of the manual run in its order on a fresh computer', async () => {
  const { folder, data, type } = await machine()
  const typed = async (name: string): Promise<string[]> => {
    const lines: string[] = []
    for (const line of linesOf(name)) {
      if (/serve|completion|sandbox/.test(line)) continue
      const ended = await type(line)
      if (!ended) continue
      // Everybody got the message, so there is no rest to send.
      expect({ ...ended, line }).toMatchObject({ line, code: line.includes('sends rest') ? 4 : 0 })
      lines.push(line)
    }
    return lines
  }
  expect(await typed('server')).toHaveLength(7)
  await writeDraft(data)
  expect(await typed('command-line')).toHaveLength(9)
  expect(await readdir(folder, { recursive: true })).toEqual(
    expect.arrayContaining([
      'bounces.xlsx',
      'shop.sqlite',
      'backup/shop.sqlite',
      'reports/week.xlsx',
      'reports/domains.csv',
    ]),
  )
})

test('the calls of the manual reach the sandbox, and advancing its clock produces clicks', async () => {
  const { sandbox, call } = await startCalled()
  const [send = ''] = linesOf('sandbox').filter((line) => line.startsWith('curl '))
  const [advance = '', fork = ''] = linesOf('test-suites').filter((line) => line.startsWith('curl '))
  expect((await call(send)).status).toBe(200)
  expect((await call(advance)).status).toBe(200)
  const client = ServiceClient.of(sandbox)
  expect(await messagesOf(client)).toMatchObject([
    { msg: { email: 'click+2@shop.example' }, lastState: 'delivered', click: 2 },
  ])
  client.close()
  expect((await call(fork)).status).toBe(200)
  expect(await call(advance.replace('TOKEN', 'other'))).toMatchObject({ status: 401 })
})

async function startCalled() {
  const sandbox = await startSandbox()
  const { user, key } = sandbox.credentials
  const client = new HttpClient(new URL(sandbox.url).origin)
  const call = (line: string): Promise<HttpAnswer> => {
    const [, path = ''] = /curl http:\/\/127\.0\.0\.1:PORT(\S+)/.exec(line)!
    const headers = [...line.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name = '', value = '']): [string, string] => [
      name,
      value
        .replace(/^USER$/, user)
        .replace(/^KEY$/, key)
        .replace(/^TOKEN$/, sandbox.adminToken),
    ])
    const [, body = ''] = /-d '([^']+)'/.exec(line)!
    return client.send({ method: 'POST', path, headers: Object.fromEntries(headers), body })
  }
  return { sandbox, call }
}
