/** What a handler gives back; writing it, whole or broken by a fault, is the server's part. */
export type Answer = {
  status: number
  headers: Record<string, string>
  body: string | Buffer | StreamedBody
}

export type StreamedBody = {
  chunks: AsyncIterable<Uint8Array>
  /** Called once the last byte was handed over, never after a broken answer. */
  complete?: (() => void) | undefined
  /** What the request log shows of it, as of the moment somebody looks. */
  summary(): string
}

const jsonType = 'application/json; charset=utf-8'

export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': jsonType, ...headers }, body: JSON.stringify(value) }
}

/** For answers that are JSON text already. */
export function jsonText(text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': jsonType, ...headers }, body: text }
}

export function isStreamed(body: Answer['body']): body is StreamedBody {
  return typeof body === 'object' && 'chunks' in body
}
