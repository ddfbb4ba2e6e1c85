import type { Account, AccountProfile } from '#shared/contract/accounts.ts'
import type { Clock, RunningSandbox } from '../base/ports.ts'

type Running = Pick<RunningSandbox, 'url' | 'credentials'>

/** What accounts have to know of the sandbox that Mailroom runs; the room of the sandbox keeps it up to date. */
export class KnownSandbox {
  /** Null while it does not run. */
  running: Running | null = null
  /** Milliseconds its clock is ahead of this computer's, as far as was last seen. */
  ahead = 0

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
