/** Matches response fields that contain the account’s secrets, even if the text is cut off in the middle of a secret. */
const secretField = /("(?:key|hash|password|secret|token)"\s*:\s*")(?:[^"\\]|\\.)*/gi

const mask = '•••'

/** Masks the key, in every form in which a server may echo it, and the secrets in a response. */
export function scrub(text: string, key: string): string {
  let clean = text.replace(secretField, `$1${mask}`)
  if (key.length === 0) return clean
  const quoted = JSON.stringify(key).slice(1, -1)
  // Without the padding, so that both the padded and the unpadded form match.
  const base64 = Buffer.from(key)
    .toString('base64')
    .replace(/={1,2}$/, '')
  for (const form of [key, quoted, encodeURIComponent(key), escapeHtml(key), base64]) {
    if (form.length > 0) clean = clean.replaceAll(form, mask)
  }
  return clean
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
