import type { SandboxRequestDetail } from '#shared/contract/sandbox.ts'

/** Headers that curl sets itself, or that applied only to the original connection. */
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
/** Matches a secret as shown in the log, with its last four characters if it is long enough. */
const masked = /••••(?:[\w+/=.~-]{4})?/g
/** Characters that curl interprets in an address as a pattern for multiple addresses. */
const pattern = /[[\]{}]/

/**
 * Returns a request as a Bash command. It contains no secrets: the command reads the key from the variable
 * MAILROOM_KEY, and everything else that the log masked from MAILROOM_SECRET, MAILROOM_SECRET_2 …
 */
export function curlCommand(request: SandboxRequestDetail, baseUrl: string): string {
  const { method, path, requestHeaders: headers, requestBody } = request
  const quoted = withVariables(request)
  // With -X HEAD, curl waits for a response body; with --head, it sends no request body.
  const isHead = method === 'HEAD'
  const body = isHead ? '' : requestBody
  const lines = [`curl ${quoted(new URL(baseUrl).origin + path)}`]
  if (pattern.test(path)) lines.push('--globoff')
  if (isHead) lines.push('--head')
  else if (method !== (body === '' ? 'GET' : 'POST')) lines.push(`-X ${method}`)
  for (const [name, value] of Object.entries(headers)) {
    if (!ownHeaders.has(name)) lines.push(`-H ${quoted(`${name}: ${value}`)}`)
  }
  // Without a content type, curl sends a body as a form.
  if (body !== '' && headers['content-type'] === undefined) lines.push(`-H 'content-type:'`)
  if (body !== '') lines.push(`--data-raw ${quoted(body)}`)
  return lines.join(' \\\n  ')
}

/** Quotes a text for Bash, with a variable for each secret. The same secret uses the same variable everywhere. */
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
