import type { Network } from '../api/index.ts'

/** Where Mailroom asks for a newer version, and the key with which the response must be signed. */
export type UpdateSource = {
  /** An https address. If null, nothing is ever requested, and Settings does not offer it. */
  readonly address: string | null
  /** The Ed25519 key as base64 of its SPKI form. */
  readonly publicKey: string | null
  /** If absent, the environment's proxy and the system's authorities are used. */
  readonly network?: Network
}

/**
 * To build Mailroom for others, enter both here. They are constants, not environment variables, because whoever could set a
 * variable could name another key. `openssl pkey -in KEY -pubout -outform DER | base64 -w0` prints the key.
 */
export const builtInUpdateSource: UpdateSource = { address: null, publicKey: null }
