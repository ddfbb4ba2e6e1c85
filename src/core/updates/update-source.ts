import type { Network } from '../api/index.ts'

/** Where Mailroom checks for a newer version, and the key that must have signed the response. */
export type UpdateSource = {
  /** An https address. If null, nothing is ever requested and Settings does not offer update checks. */
  readonly address: string | null
  /** The Ed25519 public key in SPKI form, encoded as base64. */
  readonly publicKey: string | null
  /** If absent, the environment’s proxy and the system’s certificate authorities are used. */
  readonly network?: Network
}

/**
 * To build Mailroom for others, enter both here. They are constants instead of environment variables, because anyone able
 * to set a variable could substitute another key. `openssl pkey -in KEY -pubout -outform DER | base64 -w0` prints the key.
 */
export const builtInUpdateSource: UpdateSource = { address: null, publicKey: null }
