import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { protocol } from 'electron'
import { policyOfPage } from '#core/node/index.ts'
import { contentSecurityPolicy } from '#shared/domain/app/content-security-policy.ts'
import { pageScheme, type PageAddress } from './page-address.ts'
import { pageAsset } from './page-asset.ts'

const headers = {
  'content-security-policy': contentSecurityPolicy(),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** Must run before the app is ready: schemes registered later get no privileges. */
export function registerPageScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: pageScheme,
      // `standard` gives the page an origin, storage and relative URLs; `codeCache` avoids compiling the page at every
      // start.
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
}

/** Serves the built page and no other files on disk. */
export function servePage(folder: string, page: PageAddress): void {
  protocol.handle(pageScheme, (request) => answerPage(folder, page, request))
}

async function answerPage(
  folder: string,
  page: PageAddress,
  request: Pick<Request, 'method' | 'url'>,
): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refusal(405)
  const asset = page.owns(request.url) ? pageAsset(new URL(request.url).pathname) : null
  if (!asset) return refusal(404)
  try {
    const body = await readFile(join(folder, asset.path))
    return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), {
      headers: {
        ...headers,
        ...(asset.path.endsWith('.html') && { 'content-security-policy': policyOfPage(body.toString()) }),
        'content-type': asset.type,
        'content-length': String(body.byteLength),
        'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      },
    })
  } catch {
    return refusal(404)
  }
}

function refusal(status: number): Response {
  return new Response(null, { status, headers })
}
