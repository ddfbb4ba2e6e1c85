/** Fields of answers that hold secrets of the account, also where the text was cut inside one of them. */
const secretField = /("(?:key|hash|password|secret|token)"\s*:\s*")(?:[^"\\]|\\.)*/gi

const mask = '•••'

/** The text without the key, in any form in which a server may echo it, and without the keys of an answer. */
export function scrub(text: string, key: string): string {
  let clean = text.replace(secretField, `$1${mask}`)
  if (key.length === 0) return clean
  const quoted = JSON.stringify(key).slice(1, -1)
  // Without what fills it up at the end: it stands in the other form, too.
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
