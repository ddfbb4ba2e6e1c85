import type { ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { Fault, FaultKind } from '#shared/contract/base/faults.ts'
import type { Answer } from '../http/answer.ts'
import { bytesOf, drained } from './body-bytes.ts'

/** Faults that change a response’s text; the response still arrives completely and with the correct length. */
export const rewritten: Partial<Record<FaultKind, (body: string) => Partial<Answer>>> = {
  malformed: (body) => ({ body: `${body.slice(0, Math.max(1, body.length - 1))},"` }),
  html: () => ({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!doctype html><title>Maintenance</title><h1>We will be back soon</h1>',
  }),
  'duplicate-keys': (body) => ({ body: twice(parsed(body)) }),
  nan: (body) => ({ body: withoutNumbers(body) }),
}

export function withHugeHeader(answer: Answer): Answer {
  return { ...answer, headers: { ...answer.headers, 'x-filler': 'x'.repeat(32_768) } }
}

/** Breaks the connection after `afterBytes`, but always before the last byte. */
export async function cut(answer: Answer, response: ServerResponse, { afterBytes = 20 }: Fault): Promise<void> {
  let left = afterBytes
  let held: Uint8Array | undefined
  let isShort = false
  const whole = typeof answer.body === 'string' || Buffer.isBuffer(answer.body) ? Buffer.from(answer.body) : undefined
  const length = whole === undefined ? {} : { 'content-length': String(whole.length) }
  response.writeHead(answer.status, { ...answer.headers, ...length })
  for await (const chunk of bytesOf(answer.body)) {
    if (held !== undefined) response.write(held)
    held = chunk.subarray(0, Math.min(left, chunk.length))
    left -= held.length
    isShort = held.length < chunk.length
    if (isShort) break
  }
  const last = held ?? new Uint8Array()
  const kept = isShort ? last : last.subarray(0, Math.max(0, last.length - 1))
  // The bytes must be flushed before the connection is destroyed, or nothing would arrive.
  await new Promise<void>((resolve) => {
    if (!response.write(kept, () => resolve()) && response.destroyed) resolve()
    response.once('close', resolve)
  })
  response.socket?.destroy()
}

/** Announces more bytes than it sends. The client waits for them until the connection closes. */
export async function wrongLength(answer: Answer, response: ServerResponse): Promise<void> {
  const body = await buffer(bytesOf(answer.body))
  response.writeHead(answer.status, { ...answer.headers, 'content-length': String(body.length + 100) })
  await new Promise<void>((resolve) => {
    response.once('close', resolve)
    response.write(body, () => resolve())
  })
  response.socket?.end()
}

const megabyte = 1_048_576

/** Appends 200 MB of blanks to the response in only 200 KB, by sending one compressed block as many gzip members. */
export async function gzipBomb(answer: Answer, response: ServerResponse): Promise<void> {
  const block = gzipSync(Buffer.alloc(megabyte, 0x20), { level: 9 })
  response.writeHead(answer.status, { ...answer.headers, 'content-encoding': 'gzip' })
  for await (const chunk of bytesOf(answer.body)) response.write(gzipSync(chunk))
  await flood(response, block, 200)
}

export async function hugeBody(answer: Answer, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, answer.headers)
  for await (const chunk of bytesOf(answer.body)) response.write(chunk)
  await flood(response, Buffer.alloc(megabyte, 0x20), 1024)
}

async function flood(response: ServerResponse, block: Buffer, times: number): Promise<void> {
  for (let i = 0; i < times && !response.destroyed; i++) if (!response.write(block)) await drained(response)
  response.end()
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

function twice(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(twice).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .flatMap(([key, item]) => Array.from({ length: 2 }, () => `${JSON.stringify(key)}:${twice(item)}`))
    .join(',')}}`
}

function withoutNumbers(body: string): string {
  const mark = '\u0001NaN\u0001'
  const text = JSON.stringify(parsed(body), (_, item: unknown) => (typeof item === 'number' ? mark : item))
  return text.replaceAll(JSON.stringify(mark), 'NaN')
}
