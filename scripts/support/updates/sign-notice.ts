import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { signedUpdateText } from '../../../src/shared/domain/updates/signed-text.ts'

export type Release = { readonly version: string; readonly notes: readonly string[]; readonly link: string }

const validDays = 365

/**
 * Returns the signed file that a release publishes, which is valid for a year. `builtIn` is the key built into
 * Mailroom, if there is one.
 */
export function signNotice(release: Release, { pem, builtIn }: { pem: string; builtIn: string | null }): string {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key is not an Ed25519 key.')
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64')
  if (builtIn !== null && builtIn !== publicKey) {
    throw new Error('The key is not the one whose public half is built into Mailroom.')
  }
  const now = new Date()
  const expires = new Date(now.getTime() + validDays * 86_400_000)
  const { version, notes, link } = release
  const payload = JSON.stringify({ version, date: dayOf(now), expires: dayOf(expires), notes, link })
  const signature = sign(null, Buffer.from(signedUpdateText(payload)), key).toString('base64')
  return JSON.stringify({ payload, signature })
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
