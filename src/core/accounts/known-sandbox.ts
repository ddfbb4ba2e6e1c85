import type { Account, AccountProfile } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { Clock, RunningSandbox } from '../base/ports.ts'

type Running = Pick<RunningSandbox, 'url' | 'credentials' | 'dns'>

/** What accounts have to know of the sandbox that Mailroom runs; the room of the sandbox keeps it up to date. */
export class KnownSandbox {
  /** Null while it does not run. */
  running: Running | null = null
  /** Milliseconds its clock is ahead of this computer's, as far as was last seen. */
  ahead = 0
  #started: Promise<unknown> = Promise.resolve()

  starts(started: Promise<unknown>): void {
    this.#started = started.catch(() => undefined)
  }

  /** Its account has no key until the sandbox runs, so its calls wait for the latest start, even one that fails. */
  async ready({ kind }: Pick<Account, 'kind'>): Promise<void> {
    if (kind === 'sandbox') await this.#started
  }

  /** The key of the running sandbox, for a change of its own account that stays its own: what is sent there reaches nobody. */
  keyFor({ kind, baseUrl }: Pick<Account, 'kind' | 'baseUrl'>, profile: AccountProfile): string | undefined {
    const isItsOwn = kind === 'sandbox' && this.#isAt(baseUrl) && this.#isAt(profile.baseUrl)
    return isItsOwn ? this.running?.credentials.key : undefined
  }

  clock(real: Clock): Clock {
    return { now: () => real.now() + this.ahead, after: real.after }
  }

  #isAt(baseUrl: string): boolean {
    if (this.running === null || !URL.canParse(baseUrl)) return false
    return new URL(baseUrl).origin === new URL(this.running.url).origin
  }
}

export function sandboxStoppedError(): AppError {
  return new AppError('sandbox-stopped', 'The sandbox is not running. Start it in the Sandbox view.')
}
