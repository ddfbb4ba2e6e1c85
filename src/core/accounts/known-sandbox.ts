import type { Account, AccountProfile } from '#shared/contract/accounts.ts'
import type { SandboxClockState } from '#shared/contract/sandbox.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { Clock, RunningSandbox } from '../base/ports.ts'

export type SandboxPlace = Pick<RunningSandbox, 'url' | 'credentials' | 'dns'>

/** Facts about Mailroom’s own sandbox that the accounts need, kept up to date by the sandbox’s room. */
export class KnownSandbox {
  running: SandboxPlace | null = null
  /** The sandbox’s clock, as last seen. */
  clockState: SandboxClockState = { now: 0, running: true, offset: 0 }
  #started: Promise<unknown> = Promise.resolve()

  starts(started: Promise<unknown>): void {
    this.#started = started.catch(() => undefined)
  }

  /**
   * The sandbox’s account has no key until the sandbox runs, so its calls wait for the latest start, even if that start
   * fails.
   */
  async ready({ kind }: Pick<Account, 'kind'>): Promise<void> {
    if (kind === 'sandbox') await this.#started
  }

  /**
   * Returns the running sandbox’s key for a change after which the account still points to the sandbox, where no
   * message reaches a real recipient.
   */
  keyFor({ kind, baseUrl }: Pick<Account, 'kind' | 'baseUrl'>, profile: AccountProfile): string | undefined {
    const isItsOwn = kind === 'sandbox' && this.#isAt(baseUrl) && this.#isAt(profile.baseUrl)
    return isItsOwn ? this.running?.credentials.key : undefined
  }

  clock(real: Clock): Clock {
    // The offset from this computer’s clock decreases steadily while the sandbox’s clock is stopped.
    const now = () => (this.clockState.running ? real.now() + this.clockState.offset : this.clockState.now)
    return { now, after: real.after }
  }

  #isAt(baseUrl: string): boolean {
    if (this.running === null || !URL.canParse(baseUrl)) return false
    return new URL(baseUrl).origin === new URL(this.running.url).origin
  }
}

export function sandboxStoppedError(): AppError {
  return new AppError('sandbox-stopped', 'The sandbox is not running. Start it in the Sandbox view.')
}
