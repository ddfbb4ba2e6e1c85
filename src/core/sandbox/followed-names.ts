import type { ServiceNames } from '#shared/contract/base/sandbox/service-names.ts'
import type { Accounts } from '../accounts/index.ts'
import type { RunningSandbox } from '../base/ports.ts'

/** Gives the sandbox’s account the names that the sandbox has begun to use: at the user’s request, or at a program’s. */
export class FollowedNames {
  readonly #accounts: Pick<Accounts, 'adoptSandbox' | 'sandboxAccount'>
  /** One after another: the user’s change is reported as well. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(accounts: Pick<Accounts, 'adoptSandbox' | 'sandboxAccount'>) {
    this.#accounts = accounts
  }

  async use(running: RunningSandbox, { headerNames, prefix }: ServiceNames): Promise<void> {
    const adopted = this.#last.then(async () => {
      const account = this.#accounts.sandboxAccount()
      const isSame =
        account?.headerNames.user === headerNames.user &&
        account.headerNames.key === headerNames.key &&
        account.keyPrefix === prefix
      if (!isSame) await this.#accounts.adoptSandbox({ ...running, headerNames, prefix })
    })
    this.#last = adopted.catch(() => undefined)
    await adopted
  }
}
