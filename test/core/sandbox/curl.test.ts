import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { SandboxRequestDetail } from '#shared/contract/sandbox.ts'
import { curlCommand } from '../../../src/renderer/src/features/sandbox/requests/curl.ts'

const sent: SandboxRequestDetail = {
  id: 1,
  date: 0,
  channel: 'http',
  method: 'POST',
  path: '/v1/messages/send?trace=1',
  program: 'node',
  status: 200,
  milliseconds: 1,
  requestBytes: 2,
  responseBytes: 20,
  fault: null,
  requestHeaders: {
    host: '127.0.0.1:4000',
    'content-type': 'application/json',
    'x-service-apiuser': "o'hara@shop.example",
    'x-service-apikey': '••••abcd',
    'content-length': '2',
  },
  requestBody: `{"text":"It's $HOME, \\"quoted\\" and\\n \`ls\`"}`,
  responseHeaders: {},
  responseBody: '',
  isRequestCut: false,
  messages: [],
  notes: [],
}

/** The arguments that bash passes to curl when the command is pasted. */
function pasted(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }; MAILROOM_KEY=the-key; MAILROOM_SECRET=one; MAILROOM_SECRET_2=two; ${command}`
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}

test('bash reads the command as the original request, with the key from the variable', () => {
  expect(pasted(curlCommand(sent, 'http://127.0.0.1:4000/v1'))).toEqual([
    'http://127.0.0.1:4000/v1/messages/send?trace=1',
    '-H',
    'content-type: application/json',
    '-H',
    "x-service-apiuser: o'hara@shop.example",
    '-H',
    'x-service-apikey: the-key',
    '--data-raw',
    sent.requestBody,
  ])
})

test('a path that begins with two slashes names no other host', () => {
  const [address] = pasted(curlCommand({ ...sent, path: '//v1/messages/send' }, 'http://127.0.0.1:4000/v1'))
  expect(address).toBe('http://127.0.0.1:4000//v1/messages/send')
})

test('a method that curl would not choose is specified', () => {
  const base = 'http://127.0.0.1:4000/v1'
  expect(pasted(curlCommand({ ...sent, method: 'PUT' }, base))).toContain('PUT')
  expect(pasted(curlCommand({ ...sent, method: 'GET', requestBody: '' }, base))).not.toContain('-X')
  expect(pasted(curlCommand({ ...sent, method: 'DELETE', requestBody: '' }, base))).toContain('DELETE')
})

test('secrets inside a text, and other programs’ secrets, come from separate variables', () => {
  const command = curlCommand(
    {
      ...sent,
      path: '/v1/messages/send?token=••••wxyz',
      requestHeaders: { ...sent.requestHeaders, cookie: '••••wxyz', 'x-trace': 'Bearer ••••abcd, sure' },
      requestBody: '{"key":"••••abcd","password":"••••","note":"it\'s"}',
    },
    'http://127.0.0.1:4000/v1',
  )
  expect(command).not.toContain('••••')
  const words = pasted(command)
  expect(words[0]).toBe('http://127.0.0.1:4000/v1/messages/send?token=one')
  expect(words).toContain('cookie: one')
  expect(words).toContain('x-trace: Bearer the-key, sure')
  expect(words.at(-1)).toBe('{"key":"the-key","password":"two","note":"it\'s"}')
})

test('curl adds nothing to the request, and treats nothing as a pattern', () => {
  const base = 'http://127.0.0.1:4000/v1'
  const head = pasted(curlCommand({ ...sent, method: 'HEAD', path: '/v1/x?ids=[1-3]', requestBody: '' }, base))
  expect(head).toEqual(expect.arrayContaining(['http://127.0.0.1:4000/v1/x?ids=[1-3]', '--globoff', '--head']))
  expect(head).not.toContain('-X')
  expect(pasted(curlCommand({ ...sent, requestHeaders: {} }, base))).toContain('content-type:')
})
