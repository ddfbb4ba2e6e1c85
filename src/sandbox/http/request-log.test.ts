import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { openStore } from '../store/index.ts'
import { RequestLog } from './request-log.ts'
import { RequestNumbers } from './request-numbers.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const { settings } = openStore({ path: ':memory:' })
const needs = {
  secrets: (): string[] => [],
  secretHeaders: new Set<string>(),
  now: () => 0,
  numbers: new RequestNumbers(settings),
}

function heap(): number {
  collect()
  return process.memoryUsage().heapUsed
}

test('the log does not keep an answer of a megabyte in memory', () => {
  const log = new RequestLog(needs)
  const before = heap()
  for (let i = 0; i < 100; i++) {
    // In JSON, because repeated text would share its memory.
    const answer = JSON.stringify({ at: i, text: 'x'.repeat(1_048_576) })
    const seen = { method: 'POST', path: '/v1/statistics/messages', status: 200, milliseconds: 1, headers: {} }
    log.add({ channel: 'http', ...seen, body: Buffer.alloc(0), answer })
  }
  expect((heap() - before) / 1_048_576).toBeLessThan(20)
  const [last] = log.entries(true)
  expect(last!.responseBody).toMatch(/^\{"at":99,"text":"x+\n… \(the log keeps the first 4 KB\)$/)
})

test('the keys are read once per list, however much there is to mask', () => {
  let reads = 0
  const log = new RequestLog({ ...needs, secrets: () => (reads++, ['top-secret-key']) })
  const seen = { method: 'POST', path: '/v1/settings/apikeys', status: 200, milliseconds: 1 }
  for (let i = 0; i < 20; i++) {
    const headers = { accept: '*/*', 'x-other': 'top-secret-key' }
    log.add({ channel: 'http', ...seen, headers, body: Buffer.from('top-secret-key'), answer: 'top-secret-key' })
  }
  const text = JSON.stringify(log.entries(true))
  expect(text).not.toContain('top-secret-key')
  expect(text.match(/••••-key/g)).toHaveLength(60)
  expect(reads).toBe(1)
})

test('the log shows the current state of a streamed file', () => {
  const log = new RequestLog(needs)
  let records = 0
  const answer = { chunks: (async function* () {})(), summary: () => `records so far: ${records}` }
  const seen = { method: 'POST', path: '/v1/export/xlsx', status: 200, milliseconds: 1, headers: {} }
  log.add({ channel: 'http', ...seen, body: Buffer.alloc(0), answer })
  records = 7
  expect(log.entries(true)[0]!.responseBody).toBe('records so far: 7')
})
