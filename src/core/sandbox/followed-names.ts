import type { ServiceNames } from '#shared/contract/base/sandbox/service-names.ts'
import type { Accounts } from '../accounts/index.ts'
import type { RunningSandbox } from '../base/ports.ts'
import { Queue } from '../base/queue.ts'

/**
 * Updates the sandbox account when the sandbox uses new header names or prefixes, whether the user or a program changed
 * them.
 */
export class FollowedNames {
  readonly #accounts: Pick<Accounts, 'adoptSandbox' | 'sandboxAccount'>
  /** Changes are made one after another, because the user’s own change is reported here, too. */
  readonly #changes = new Queue()

  constructor(accounts: Pick<Accounts, 'adoptSandbox' | 'sandboxAccount'>) {
    this.#accounts = accounts
  }

  async use(running: RunningSandbox, { headerNames, prefix }: ServiceNames): Promise<void> {
    await this.#changes.add(async () => {
      const account = this.#accounts.sandboxAccount()
      const isSame =
        account?.headerNames.user === headerNames.user &&
        account.headerNames.key === headerNames.key &&
        account.keyPrefix === prefix
      if (!isSame) await this.#accounts.adoptSandbox({ ...running, headerNames, prefix })
    })
  }
}
