import { createPublicKey, verify } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#shared/contract/base/error.ts'
import { updateNotice } from '#shared/contract/updates.ts'
import { signedUpdateText } from '#shared/domain/updates/signed-text.ts'

/** Fields added by later versions of Mailroom are ignored, so that this version can still read the notice. */
const envelope = z.object({ payload: z.string(), signature: z.base64() })
export const signedNotice = z.object({ ...updateNotice.shape, expires: z.iso.date() })
type SignedNotice = z.infer<typeof signedNotice>

/**
 * Reads the notice in a file if it is signed with this key and still valid; throws otherwise. Nothing in the notice is read
 * before it is verified.
 */
export function readSignedNotice(file: Buffer, publicKey: string, now: number): SignedNotice {
  const parsed = envelope.safeParse(parseJson(file.toString('utf8')))
  if (!parsed.success) throw refused('malformed')
  const { payload, signature } = parsed.data
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const text = Buffer.from(signedUpdateText(payload))
  if (!verify(null, text, key, Buffer.from(signature, 'base64'))) throw refused('wrong signature')
  const notice = signedNotice.safeParse(parseJson(payload))
  if (!notice.success) throw refused('malformed payload')
  // Without this check, a server could keep an old notice valid forever.
  if (isExpired(notice.data, now)) throw refused('expired')
  return notice.data
}

export function isExpired({ expires }: SignedNotice, now: number): boolean {
  return Date.parse(expires) <= now
}

function refused(reason: string): AppError {
  const sentence = 'The update server’s response couldn’t be verified, so Mailroom ignored it. Try again tomorrow.'
  return new AppError('update-refused', sentence, { details: { reason } })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
