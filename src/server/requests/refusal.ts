import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '#shared/contract/base/error.ts'

/** A request that this host refuses, as an HTTP status and an error in the app’s format. */
export class Refusal extends AppError {
  readonly status: number

  constructor(status: number, code: string, message: string) {
    super(code, message)
    this.name = 'Refusal'
    this.status = status
  }
}

/** Sends a refusal: as an HTML page to a browser that navigates, as JSON to a program. */
export function answerRefusal(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const asPage = request.headers['sec-fetch-dest'] === 'document' || request.headers.accept?.startsWith('text/html')
  response.statusCode = refusal.status
  response.setHeader('Content-Type', asPage ? 'text/html; charset=utf-8' : 'application/json')
  response.end(asPage ? page(refusal.message) : JSON.stringify({ ok: false, error: refusal.toJSON() }))
}

/** Contains only our own sentences: no part of the request is written into the page. */
function page(sentence: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mailroom</title>
<body style="font: 15px system-ui, sans-serif; max-width: 32em; margin: 15vh auto; padding: 0 1em">
<h1 style="font-size: 1.2em">Mailroom</h1><p>${sentence}</p></body></html>
`
}
