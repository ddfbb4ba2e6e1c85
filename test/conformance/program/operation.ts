import type { Answer } from '../../support/wire.ts'

/** What earlier answers told, and later calls ask for. */
export type Found = {
  begin: number
  end: number
  message?: { id: string; apiKey?: string; tags?: string[] | null; msg: { from: string; email: string } }
  domain?: string
  template?: string
  user?: string
  blacklisted?: { type: string; email: string }
}

export type Call = {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
}

export type Operation = {
  /** As the table shows it. */
  name: string
  /** Part of the documentation of the service; "beyond" where only some accounts have it. */
  section: string
  /** The second is tried where the first is 404 or 405: the interface shows both. A text tells why there is none. */
  calls: (found: Found) => readonly Call[] | string
  /** How the answer differs from the interface. */
  check: (answer: Answer, found: Found) => string[]
  /** The status that is due; 200 unless said. */
  status?: number
  /** Values of the answer are secrets, and never shown. */
  isSecret?: boolean
}
