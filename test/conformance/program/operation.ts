import type { Answer } from '../../support/wire.ts'

/** Values from earlier responses that later calls need. */
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
  /** The name in the table. */
  name: string
  /** Part of the documentation of the service; "beyond" where only some accounts have it. */
  section: string
  /**
   * The second call is tried if the first returns 404 or 405, because the interface has both forms. A text says why
   * there is no call.
   */
  calls: (found: Found) => readonly Call[] | string
  /** How the response differs from the interface. */
  check: (answer: Answer, found: Found) => string[]
  /** The expected status; 200 by default. */
  status?: number
  /** The response contains secrets, so its values are never shown. */
  isSecret?: boolean
}
