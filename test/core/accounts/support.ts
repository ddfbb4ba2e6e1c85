import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, onTestFinished } from 'vitest'
import type { SecretStore } from '#core/base/ports.ts'
import { createMemorySecretStore, keychainError } from '#core/keychain/index.ts'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import type { AccountProfile } from '#shared/contract/accounts.ts'
import { openAppAtSandbox, type Ask, type OpenApp } from '#test/support/open-app.ts'

/** A keychain that a test can lock. */
class LockableKeychain implements SecretStore {
  store = createMemorySecretStore()
  refuses = false
  refusal: Parameters<typeof keychainError>[0] = 'locked'
  reads = 0
  /** The number of calls, each of which may show a prompt. */
  calls = 0

  reset(): void {
    this.store = createMemorySecretStore()
    this.refuses = false
    this.refusal = 'locked'
  }

  async state(): ReturnType<SecretStore['state']> {
    this.calls += 1
    return this.refuses ? this.refusal : 'available'
  }

  get(id: string): Promise<string | null> {
    this.reads += 1
    return this.#ask(() => this.store.get(id))
  }

  set(id: string, secret: string): Promise<void> {
    return this.#ask(() => this.store.set(id, secret))
  }

  delete(id: string): Promise<void> {
    return this.#ask(() => this.store.delete(id))
  }

  close(): void {
    // Closed at the end of the test file, not of each test.
  }

  async #ask<Result>(ask: () => Promise<Result>): Promise<Result> {
    this.calls += 1
    if (this.refuses) throw keychainError(this.refusal)
    return ask()
  }
}

/** Mailroom and a sandbox, with a lockable keychain that is new for each test in the file. */
export function withLockableKeychain() {
  const keychain = new LockableKeychain()
  let mailroom: OpenApp<Sandbox>
  beforeEach(async () => {
    keychain.reset()
    mailroom = await openAppAtSandbox({}, () => ({ secrets: keychain }))
  })
  const ask: Ask = (name, ...input) => mailroom.ask(name, ...input)
  return {
    keychain,
    get mailroom() {
      return mailroom
    },
    ask,
    profile: (change?: Partial<AccountProfile>) => mailroom.profile(change),
    create: (change?: Partial<AccountProfile>) => mailroom.addAccount(change, 'keychain'),
    list: () => ask('accounts.list'),
  }
}

/** Another server that responds like the service, also as a proxy, and records the headers it received. */
export async function startOther() {
  const seen: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers)
    response.setHeader('content-type', 'application/json').end('[]')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, proxy: `127.0.0.1:${port}`, seen }
}
