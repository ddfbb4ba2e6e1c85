import { randomUUID } from 'node:crypto'
import { AppError } from '#shared/contract/base/error.ts'
import { msPerMinute } from '#shared/domain/base/durations.ts'
import type { Clock, Ports } from '../base/ports.ts'

export type Secret = {
  readonly accountId: string
  readonly key: string
  /** The username with which to sign in. */
  readonly user: string
}

type Timer = ReturnType<Clock['after']>

const keptFor = 15 * msPerMinute
const onClipboardFor = msPerMinute

/**
 * New keys, kept only in memory and only as long as the page shows them. The page refers to a key by its token, so that the
 * key itself is never sent back.
 */
export class MadeKeys {
  readonly #ports: Pick<Ports, 'clock' | 'shell' | 'logger'>
  readonly #secrets = new Map<string, { readonly secret: Secret; readonly timer: Timer }>()
  #copied: { readonly text: string; readonly timer: Timer } | null = null

  constructor(ports: Pick<Ports, 'clock' | 'shell' | 'logger'>) {
    this.#ports = ports
  }

  add(secret: Secret): string {
    const token = randomUUID()
    const timer = this.#ports.clock.after(keptFor, () => this.dismiss(token))
    this.#secrets.set(token, { secret, timer })
    return token
  }

  get(token: string): Secret {
    const known = this.#secrets.get(token)
    if (known) return known.secret
    throw new AppError(
      'key-dismissed',
      'Mailroom no longer has this key. If you copied it, paste it where you need it.',
    )
  }

  dismiss(token: string): void {
    this.#secrets.get(token)?.timer.cancel()
    this.#secrets.delete(token)
  }

  /** Returns the number of seconds after which the clipboard is cleared, unless its content has changed by then. */
  async copy(token: string): Promise<number> {
    const { key } = this.get(token)
    const { clock, shell } = this.#ports
    await shell.copyText(key)
    this.#copied?.timer.cancel()
    this.#copied = { text: key, timer: clock.after(onClipboardFor, () => void this.clearClipboard()) }
    return onClipboardFor / 1000
  }

  async clearClipboard(): Promise<void> {
    const copied = this.#copied
    this.#copied = null
    copied?.timer.cancel()
    if (copied === null) return
    const { shell, logger } = this.#ports
    await shell.clearText(copied.text).catch((error: unknown) => {
      logger.log('warn', 'The clipboard could not be cleared.', { code: AppError.from(error).code })
    })
  }

  removeAccount(accountId: string): void {
    for (const [token, { secret }] of this.#secrets) if (secret.accountId === accountId) this.dismiss(token)
  }

  async close(): Promise<void> {
    for (const token of [...this.#secrets.keys()]) this.dismiss(token)
    await this.clearClipboard()
  }
}
