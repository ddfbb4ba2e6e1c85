import { request } from 'node:http'
import { AppError } from '#shared/contract/base/error.ts'

type Focus = { url: string; secret: string }

/** How to reach the Mailroom that holds the data folder, from the error of its lock. */
export function focusOf(error: AppError): Focus | null {
  if (error.code !== 'data-folder-in-use') return null
  const holder = error.details['holder'] as { focus?: Focus | null } | null | undefined
  return holder?.focus ?? null
}

/**
 * Asks the running Mailroom for a new link, or for the address of a file that leads to one; null when it does not respond
 * as a Mailroom would.
 */
export function askForLink(focus: Focus, kind: 'link' | 'file'): Promise<string | null> {
  return new Promise((resolve) => {
    const call = request(
      focus.url,
      {
        method: 'POST',
        timeout: 3000,
        headers: { 'Content-Type': 'application/json', Origin: new URL(focus.url).origin },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve(readLink(text, kind)))
        // A process that ends during its answer closes the connection without an end and without an error.
        response.on('close', () => resolve(null))
      },
    )
    call.on('timeout', () => call.destroy(new Error('no answer')))
    call.on('error', () => resolve(null))
    call.end(JSON.stringify({ secret: focus.secret, kind }))
  })
}

function readLink(text: string, kind: 'link' | 'file'): string | null {
  try {
    const answer = JSON.parse(text) as { output?: { url?: unknown } }
    const url = answer.output?.url
    // An older version returns only links, and a link must not become the argument of a program.
    return typeof url === 'string' && url.startsWith(kind === 'file' ? 'file:' : 'http:') ? url : null
  } catch {
    return null
  }
}
