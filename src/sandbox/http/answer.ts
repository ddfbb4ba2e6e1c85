/** A handler’s return value. The server writes it, intact or broken by a fault. */
export type Answer = {
  status: number
  headers: Record<string, string>
  body: string | Buffer | StreamedBody
  /** Ids of the messages created by the call, for the request log. */
  messages?: readonly string[]
  /** Notes for the request log on parts of the call that had no effect. */
  notes?: readonly string[]
}

export type StreamedBody = {
  chunks: AsyncIterable<Uint8Array>
  /** Called after the last byte has been handed over, but never after a broken response. */
  complete?: (() => void) | undefined
  /** The summary for the request log, computed when displayed. */
  summary(): string
}

const jsonType = 'application/json; charset=utf-8'

export function json(value: unknown): Answer {
  return jsonText(JSON.stringify(value))
}

/** Creates a response from a body that is already JSON text. */
export function jsonText(text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': jsonType, ...headers }, body: text }
}

export function isStreamed(body: Answer['body']): body is StreamedBody {
  return typeof body === 'object' && 'chunks' in body
}
