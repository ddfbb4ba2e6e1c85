import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '#shared/contract/base/error.ts'
import type { ReturningPages } from '../access/returning-pages.ts'
import type { Sessions } from '../access/sessions.ts'
import { readJsonBody, sendJson } from './json-body.ts'
import { Refusal } from './refusal.ts'

/** A body contains only a public key, a signature or a nonce, with their field names. */
const maxBytes = 4096

/** `POST /session/page`: a signed-in page registers how it will prove its identity after the host restarts. */
export async function addPage(
  pages: ReturningPages,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { publicKey } = await fieldsOf(request, response)
  const added = typeof publicKey === 'string' ? await pages.add(publicKey) : null
  if (added === null) throw new Refusal(400, 'invalid-key', 'A page must send a public key for P-256.')
  sendJson(response, { ok: true, output: added })
}

/** `POST /session/proof`: the host proves its identity to a page before the page sends anything else. */
export async function proveHost(
  pages: ReturningPages,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { id, nonce } = await fieldsOf(request, response)
  // The guard ensures that this header exists and names the host in the page’s URL.
  const proof = await pages.prove({ id, nonce }, request.headers.host!).catch((thrown: unknown) => {
    throw thrown instanceof AppError && thrown.code === 'too-often'
      ? new Refusal(429, thrown.code, thrown.message)
      : thrown
  })
  if (proof === null) throw unknownPage()
  sendJson(response, { ok: true, output: proof })
}

/** `POST /session/return`: the page proves its identity and receives a new key. */
export async function signInAgain(
  { pages, sessions }: { pages: ReturningPages; sessions: Sessions },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { challenge, signature } = await fieldsOf(request, response)
  if (!(await pages.admits({ challenge, signature }))) throw unknownPage()
  sendJson(response, { ok: true, output: { key: sessions.open() } })
}

async function fieldsOf(request: IncomingMessage, response: ServerResponse): Promise<Record<string, unknown>> {
  const body = await readJsonBody(request, response, maxBytes)
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
}

function unknownPage(): Refusal {
  return new Refusal(403, 'unknown-page', 'Mailroom doesn’t recognize this page. Run npm start again for a new link.')
}
