/**
 * The proofs that the browser host and its page exchange when the host responds again after an interruption. Each
 * signed text names its purpose, so that one proof can’t be used as the other. It also names the address, so that
 * another program can’t pass on the proof of a Mailroom at a different port. Every part is base64url or an address, so
 * none contains a line break.
 */
export type ReturnTurn = {
  /** Address and port in the page’s notation. */
  readonly host: string
  readonly id: string
  /** Chosen by the page. */
  readonly nonce: string
  /** Chosen by the host. */
  readonly challenge: string
}

/** The host’s proof also covers its build. */
type HostTurn = ReturnTurn & {
  /** The name of the page’s build that the host serves; empty for a development server. */
  readonly build: string
}

/** The text of which the host sends a keyed digest as its proof. */
export function hostProofText({ build, ...turn }: HostTurn): string {
  return `${textFor('mailroom host returns 1', turn)}\n${build}`
}

/** The page signs this text once the host has proved itself. */
export function pageProofText(turn: ReturnTurn): string {
  return textFor('mailroom page returns 1', turn)
}

/** A digest as base64url, or an empty string. */
export const buildPattern = /^(?:[\w-]{43})?$/

/** 32 random bytes as base64url. */
export const noncePattern = /^[\w-]{43}$/

function textFor(purpose: string, { host, id, nonce, challenge }: ReturnTurn): string {
  return [purpose, host, id, nonce, challenge].join('\n')
}
