import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Both proofs contain both nonces, and each side adds a different word, so that a proof can’t be sent back or reused.
 */
type Nonces = { readonly ofGuest: string; readonly ofHost: string }

export function newNonce(): string {
  return randomBytes(32).toString('base64url')
}

export function proofOf(side: 'host' | 'guest', secret: string, { ofGuest, ofHost }: Nonces): string {
  return createHmac('sha256', secret).update(`mailroom ${side}\n${ofGuest}\n${ofHost}`).digest('base64url')
}

export function isProof(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
