import type { SandboxRequestDetail } from '#shared/contract/sandbox.ts'

/** Headers that curl sets itself, or that belong to the closed connection. */
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
/** A secret as the log shows it: with its last four letters, if it is long enough. */
const masked = /••••(?:[\w+/=.~-]{4})?/g
/** In an address, curl reads these characters as a pattern for many addresses. */
const pattern = /[[\]{}]/

/**
 * A request as a command for bash. It contains no secret: the command takes the key from the variable MAILROOM_KEY, and
 * everything else that the log masked from MAILROOM_SECRET, MAILROOM_SECRET_2 …
 */
export function curlCommand(request: SandboxRequestDetail, baseUrl: string): string {
  const { method, path, requestHeaders: headers, requestBody } = request
  const quoted = withVariables(request)
  // curl waits for the body of a response to -X HEAD, and sends none with --head.
  const isHead = method === 'HEAD'
  const body = isHead ? '' : requestBody
  const lines = [`curl ${quoted(new URL(path, baseUrl).origin + path)}`]
  if (pattern.test(path)) lines.push('--globoff')
  if (isHead) lines.push('--head')
  else if (method !== (body === '' ? 'GET' : 'POST')) lines.push(`-X ${method}`)
  for (const [name, value] of Object.entries(headers)) {
    if (!ownHeaders.has(name)) lines.push(`-H ${quoted(`${name}: ${value}`)}`)
  }
  // curl sends a body as a form unless a content type is given.
  if (body !== '' && headers['content-type'] === undefined) lines.push(`-H 'content-type:'`)
  if (body !== '') lines.push(`--data-raw ${quoted(body)}`)
  return lines.join(' \\\n  ')
}

/** Quotes a text for bash, with a variable for each secret. The same secret gets the same variable everywhere. */
function withVariables({ requestHeaders }: SandboxRequestDetail): (text: string) => string {
  const key = Object.entries(requestHeaders).find(([name]) => /api-?key$/i.test(name))?.[1]
  const others: string[] = []
  const variable = (mask: string): string => {
    if (mask === key) return 'MAILROOM_KEY'
    if (!others.includes(mask)) others.push(mask)
    const number = others.indexOf(mask) + 1
    return number === 1 ? 'MAILROOM_SECRET' : `MAILROOM_SECRET_${number}`
  }
  return (text) => {
    const bare = text.replaceAll("'", `'\\''`)
    return `'${bare.replace(masked, (mask) => `'"$${variable(mask)}"'`)}'`.replace(/"''$/, '"')
  }
}
