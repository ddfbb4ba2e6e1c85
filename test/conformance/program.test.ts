import { execFile } from 'node:child_process'
import { createServer as createSecureServer } from 'node:https'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { privateKey, validCertificate } from '#test/support/certificates.ts'
import { runProgram } from './program/program.ts'
import type { Row } from './program/run-operations.ts'
import { hour, openAccount, type Account } from './support/account.ts'
import { openMiddle, type Change } from './support/altering-proxy.ts'

type Ran = {
  code: number
  out: string
  err: string
}

async function run(...args: string[]): Promise<Ran> {
  const ran: Ran = { code: -1, out: '', err: '' }
  ran.code = await runProgram(args, { out: (text) => (ran.out += text), err: (text) => (ran.err += text) })
  return ran
}

const flagsOf = ({ sandbox }: Account, url = sandbox.url): string[] => [
  '--url',
  url,
  '--user',
  sandbox.credentials.user,
  '--key',
  sandbox.credentials.key,
]

/** A few messages of the last day by the machine’s clock, which the program uses. */
async function lately(strict = false): Promise<Account> {
  const account = await openAccount({ strict, clock: { start: Date.now() - 20 * hour * 1000, running: false } })
  const headers = { 'X-SVC-TAGS': ['t'], 'X-SVC-META': { a: 1 } }
  await account.send(['click+2@x.org', 'bounce@x.org', 'complaint@x.org', 'unsubscribe@x.org'], {}, { headers })
  await account.pass(19 * hour)
  return account
}

const rowsOf = ({ out }: Ran): Row[] => (JSON.parse(out) as { rows: Row[] }).rows

async function rowsThrough(change: Change): Promise<{ code: number; rows: Row[]; row: (part: string) => Row }> {
  const account = await lately()
  const ran = await run('--json', ...flagsOf(account, await openMiddle(account, change)))
  const rows = rowsOf(ran)
  return { code: ran.code, rows, row: (part) => rows.find(({ operation }) => operation.startsWith(part))! }
}

test('nothing deviates in the sandbox, and the table shows it', async () => {
  const account = await lately()
  const { code, out, err } = await run(...flagsOf(account))
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/POST \/statistics\/messages, tags +4\.4 +ok\n/)
  expect(out).toMatch(/\n(\d+) calls: \1 ok\.\n/)
})

test('nothing deviates in a strict service, and undocumented calls are reported as absent', async () => {
  const account = await lately(true)
  const users = account.sandbox.store.users.list()
  const ran = await run('--json', ...flagsOf(account), '--user-id', users[0]!.id)
  const rows = rowsOf(ran)
  expect(ran.code).toBe(0)
  expect(rows.filter(({ section }) => section !== 'beyond').map(({ result }) => result)).toEqual(
    rows.filter(({ section }) => section !== 'beyond').map(() => 'ok'),
  )
  expect(new Set(rows.filter(({ section }) => section === 'beyond').map(({ result }) => result))).toEqual(
    new Set(['not offered', 'not tried']),
  )
})

test('only reading calls are made, and nothing changes', async () => {
  const account = await lately()
  const before = await account.stored()
  account.sandbox.control.clearRequests()
  await run(...flagsOf(account))
  const calls = account.sandbox.control.requests().map(({ method, path }) => `${method} ${path}`)
  expect(calls.length).toBeGreaterThan(35)
  const writing =
    /\/messages\/send|\/delta|\/test\b|regenerate|^(PUT|DELETE|PATCH)|^POST \/v1\/(settings|blacklists$|users)/
  expect(calls.filter((call) => writing.test(call))).toEqual([])
  expect(await account.stored()).toEqual(before)
  expect(await account.post('/export/json/delta')).toHaveLength(4)
})

test('an account without messages leaves calls untried that need one', async () => {
  const ran = await run('--json', ...flagsOf(await openAccount()))
  const untried = rowsOf(ran).filter(({ result }) => result === 'not tried')
  expect(ran.code).toBe(0)
  expect(untried.map(({ operation }) => operation)).toContain('GET /statistics/message/{messageId}')
})

const edited = (edit: (value: never) => unknown): ((answer: { body: Buffer }) => { body: Buffer }) => {
  return ({ body }) => ({ body: Buffer.from(JSON.stringify(edit(JSON.parse(body.toString()) as never))) })
}

test('every kind of deviation is reported with its location', async () => {
  const { code, row } = await rowsThrough((answer, _, path) => {
    if (path === '/statistics/domains') {
      return edited((domains: Record<string, object>) => ({ ...domains, 'x.org': { ...domains['x.org'], open: '3' } }))(
        answer,
      )
    }
    if (path === '/statistics/tags') return { status: 500, body: Buffer.from('{"error":"Sorry"}') }
    if (path === '/statistics/bounces') return { body: Buffer.from('<html>Login</html>') }
    if (path === '/statistics/localisations') return { status: 404, body: Buffer.from('') }
    if (path === '/export/csv') return { body: Buffer.from('Id;Email\r\n') }
    if (path === '/account') return { status: 404 }
    if (path.startsWith('/statistics/message/conf')) return { status: 200 }
    return undefined
  })
  expect(code).toBe(1)
  const told = (part: string): string => `${row(part).result}: ${row(part).remarks.join(' ')}`
  expect(told('POST /statistics/domains')).toBe('deviates: the answer["x.org"].open is string "3", not a count')
  expect(told('POST /statistics/tags')).toBe('error: answered 500: {"error":"Sorry"}')
  expect(told('POST /statistics/bounces')).toMatch(/^deviates: Not JSON.*Login/)
  expect(told('POST /statistics/localisations')).toBe('deviates: answered 404')
  expect(told('POST /export/csv')).toMatch(/^deviates: the first row is Id;Email/)
  expect(told('GET /account')).toBe('not offered: ')
  expect(told('an unknown message')).toMatch(/^deviates: answered 200 in place of 404/)
  expect(row('POST /statistics/activities').result).toBe('ok')
})

test('forms that real clients encounter are not deviations', async () => {
  const { code, rows } = await rowsThrough((answer, method, path) => {
    if (path === '/export/json') {
      if (method === 'POST') return { status: 405 }
    } else if (path.startsWith('/export/json?')) {
      return {
        body: Buffer.from(
          (JSON.parse(answer.body.toString()) as object[]).map((one) => JSON.stringify(one)).join('\n'),
        ),
      }
    }
    if (path === '/blacklists/list') return { status: 404 }
    if (path === '/statistics/tags') return { body: Buffer.from('[]') }
    if (path.startsWith('/statistics/message/6'))
      return edited(({ messageId, ...rest }: { messageId: string }) => ({ id: messageId, ...rest }))(answer)
    if (path.endsWith('applications/total')) return { body: Buffer.from('{"open":3}') }
    return undefined
  })
  expect(rows.filter(({ result }) => result !== 'ok')).toEqual([])
  expect(code).toBe(0)
  expect(rows.find(({ operation }) => operation === 'POST /export/json')!.remarks).toEqual([
    'served as GET /export/json',
  ])
})

test('a key is never shown, even if the service repeats it', async () => {
  const account = await lately()
  const { key } = account.sandbox.credentials
  const url = await openMiddle(account, (answer, method, path) => {
    if (path === '/account') return { status: 418, body: Buffer.from(`{"error":"Bad key ${key}"}`) }
    return path === '/settings/apikeys' && method === 'GET'
      ? edited((keys: object[]) =>
          keys.map((entry) => ({ ...entry, enabled: 'hidden-1', iPFilterEnabled: 'hidden-2' })),
        )(answer)
      : undefined
  })
  for (const form of [[], ['--json']]) {
    const ran = await run(...form, ...flagsOf(account, url))
    expect(ran.code).toBe(1)
    expect(ran.out).toContain('(the key)')
    expect(ran.out).toContain('iPFilterEnabled is a string, not true or false')
    expect(ran.out + ran.err).not.toMatch(new RegExp(`${key}|hidden`))
  }
})

test.each<[string[], RegExp]>([
  [['--nope'], /^There is no flag --nope\./],
  [['--url'], /^The flag --url is not used rightly\./],
  [['stray'], /^Only flags are taken/],
  [['--user', 'u'], /need a --url/],
  [['--url', 'http://127.0.0.1:1/v1'], /needs both --user and --key/],
  [['--url', 'here', '--user', 'u', '--key', 'secret'], /whole address/],
  [['--url', 'ftp://x.org/v1', '--user', 'u', '--key', 'secret'], /whole address/],
  [['--url', 'https://x.org/api', '--user', 'u', '--key', 'secret'], /did you mean https:\/\/x\.org\/api\/v1\?/],
  [['--url', 'https://u:p@x.org/v1', '--user', 'u', '--key', 'secret'], /must hold no user/],
  [['--url', 'http://127.0.0.1:1/v1', '--user', 'u', '--key', 'secret\n'], /--key holds characters/],
  [['--url', 'http://127.0.0.1:1/v1', '--user', 'u', '--key', 'secret', '--key-header', 'a b'], /--key-header is not/],
  [['--days', '0'], /--days must be a whole number/],
  [['--timeout', 'long'], /--timeout must be/],
  [['--url', 'http://127.0.0.1:1/v1', '--user', 'u', '--key', 'secret'], /^Nothing listens at 127\.0\.0\.1:1/],
])('%j ends with one error message', async (args, sentence) => {
  const { code, out, err } = await run(...args)
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(sentence)
  expect(err.trim().split('\n')).toHaveLength(1)
  expect(err).not.toContain('secret')
})

test('a wrong key, a disabled key and a wrong path end with one error message', async () => {
  const account = await openAccount()
  const { user } = account.sandbox.credentials
  const wrong = await run('--url', account.sandbox.url, '--user', user, '--key', 'wrong-key-1')
  expect([wrong.code, wrong.err]).toEqual([
    2,
    expect.stringMatching(/^The service does not know this user and key \(401: .*\)\.\n$/),
  ])
  const path = await run(...flagsOf(account, account.sandbox.url.replace('/v1', '/v2')))
  expect([path.code, path.err]).toEqual([2, expect.stringMatching(/^There is no service of this interface under /)])
  account.sandbox.control.changeKey(account.sandbox.control.keys()[0]!.id, { enabled: false })
  const disabled = await run(...flagsOf(account))
  expect([disabled.code, disabled.err]).toEqual([2, expect.stringMatching(/^The service refuses this key \(403: /)])
})

/** A server that is not the service, which sends `words` to every client. */
async function stranger(words: string | undefined): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (words !== undefined) socket.end(words)
    onTestFinished(() => void socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

test.each<[string, string | undefined, RegExp]>([
  ['speaks no HTTP', 'SSH-2.0-OpenSSH\r\n', /^127\.0\.0\.1:\d+ does not answer in HTTP\.\n$/],
  ['hangs up', '', /^127\.0\.0\.1:\d+ closed the connection without an answer\.\n$/],
  ['says nothing', undefined, /^127\.0\.0\.1:\d+ cannot be reached: No response within 1 s\.\n$/],
  [
    'is of another kind',
    'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n',
    /^There is no service of this interface/,
  ],
])('a service that %s ends with one error message', async (_, words, sentence) => {
  const { code, err } = await run('--url', await stranger(words), '--user', 'u', '--key', 'k-secret', '--timeout', '1')
  expect([code, err]).toEqual([2, expect.stringMatching(sentence)])
})

test('a certificate that nobody vouches for ends with one error message', async () => {
  const server = createSecureServer({ key: privateKey, cert: validCertificate })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const { code, err } = await run('--url', url, '--user', 'u', '--key', 'k-secret')
  expect([code, err]).toEqual([
    2,
    expect.stringMatching(/^The certificate of 127\.0\.0\.1:\d+ is not accepted: .*\.\n$/),
  ])
})

test('header names of another provider are accepted', async () => {
  const account = await openAccount({ headerNames: { user: 'X-Acme-User', key: 'X-Acme-Key' } })
  expect((await run(...flagsOf(account))).code).toBe(2)
  const ran = await run(...flagsOf(account), '--user-header', 'X-Acme-User', '--key-header', 'x-acme-key')
  expect([ran.code, ran.err]).toEqual([0, ''])
})

test('without an address, the program uses a demo sandbox', async () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [main, '--json'])
  const { rows, url } = JSON.parse(stdout) as { rows: Row[]; url: string }
  expect(rows.filter(({ result }) => result !== 'ok')).toEqual([])
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
  expect(stderr).toContain('demo sandbox')
  expect((await run('--help')).out).toContain('--user-header')
})
