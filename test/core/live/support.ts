import { onTestFinished } from 'vitest'
import type { App } from '#core/create-app.ts'
import { dispatch } from '#core/dispatch.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '#sandbox/create-sandbox.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { AccountProfile } from '#shared/contract/accounts.ts'
import type { CommandInput, CommandName, CommandOutput } from '#shared/contract/table.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { startTestApp } from '#test/support/test-ports.ts'

export type OpenAccount = {
  readonly app: App
  readonly service: Sandbox
  readonly dataFolder: string
  readonly accountId: string
  readonly profile: AccountProfile
  ask<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<CommandOutput<Name>>
  /** Restarts the app with the same data. */
  restart(): Promise<void>
}

/** A service, and Mailroom with an account there. */
export async function openAccount(change: Partial<AccountProfile>, options: SandboxOptions = {}): Promise<OpenAccount> {
  const folder = await createDataFolder()
  onTestFinished(() => folder.remove())
  const service = await createSandbox({ smtp: false, ...options })
  onTestFinished(() => service.close())
  let app = await startTestApp(folder.path)
  onTestFinished(() => app.close())
  const ask: OpenAccount['ask'] = async (name, input) => {
    const answer = await dispatch(app, name, input, { signal: new AbortController().signal })
    return answer as CommandOutput<typeof name>
  }
  const { user, key } = service.credentials
  const profile = { ...accountDefaults, name: 'Shop', baseUrl: service.url, user, ...change }
  const { id: accountId } = await ask('accounts.create', { profile, key, keep: 'this-run' })
  return {
    service,
    dataFolder: folder.path,
    accountId,
    profile,
    ask,
    get app() {
      return app
    },
    async restart() {
      await app.close()
      app = await startTestApp(folder.path)
    },
  }
}
