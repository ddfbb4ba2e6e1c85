import { decodeSegment } from './router.ts'

/** Names that suggest a secret: our own, or another program’s secret sent here by mistake. */
export const secretName = /key|token|secret|auth|cookie|password/i

/** Masks values in a query, such as the one in `?key=…&page=2`. Names may be percent-encoded. */
export function withoutSecretQuery(path: string): string {
  const mark = path.indexOf('?')
  if (mark < 0) return path
  const pairs = path.slice(mark + 1).split('&')
  const shown = pairs.map((pair) => {
    const at = pair.indexOf('=')
    return at >= 0 && secretName.test(decodeSegment(pair.slice(0, at)))
      ? pair.slice(0, at + 1) + mask(pair.slice(at + 1))
      : pair
  })
  return `${path.slice(0, mark)}?${shown.join('&')}`
}

const secretMember = /"(?:api_?key|key|[\w-]{0,40}(?:token|secret|password))"\s{0,9}:\s{0,9}"((?:[^"\\]|\\.){0,4096})/gi
const keyId = /^[\da-f]{24}$/

/** Masks JSON members with names that suggest a secret. A key’s id is not a secret. */
export function withoutSecretMembers(text: string): string {
  return text.replace(secretMember, (whole: string, value: string) =>
    keyId.test(value) ? whole : whole.slice(0, whole.length - value.length) + mask(value),
  )
}

export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let shown = text
  for (const secret of secrets) {
    if (secret.length > 0 && shown.includes(secret)) shown = shown.replaceAll(secret, mask(secret))
  }
  return shown
}

/** Shows enough to distinguish two keys, but too little to use one. */
export function mask(secret: string): string {
  return secret.length <= 8 ? '••••' : `••••${secret.slice(-4)}`
}
