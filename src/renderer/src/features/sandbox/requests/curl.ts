import type { SandboxRequestDetail } from '#shared/contract/sandbox.ts'

/** curl sets these itself, or they belong to the connection that is gone. */
const ownHeaders = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'expect',
  'user-agent',
  'accept-encoding',
  'x-sandbox-replay',
])
/** How the log shows a secret. */
const masked = /^••••/

/** A request as a command for bash. The key is not in it: the command takes it from the variable MAILROOM_KEY. */
export function curlCommand(request: SandboxRequestDetail, baseUrl: string): string {
  const { method, path, requestHeaders, requestBody } = request
  const lines = [`curl ${quoted(new URL(path, baseUrl).href)}`]
  if (method !== (requestBody === '' ? 'GET' : 'POST')) lines.push(`-X ${method}`)
  for (const [name, value] of Object.entries(requestHeaders)) {
    if (ownHeaders.has(name)) continue
    lines.push(masked.test(value) ? `-H ${quoted(`${name}: `)}"$MAILROOM_KEY"` : `-H ${quoted(`${name}: ${value}`)}`)
  }
  if (requestBody !== '') lines.push(`--data-raw ${quoted(requestBody)}`)
  return lines.join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
