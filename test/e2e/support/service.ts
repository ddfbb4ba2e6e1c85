import { createSandbox, type Sandbox, type SandboxOptions } from '#sandbox/create-sandbox.ts'

/** Starts a service to connect to; it is closed after the test. */
export type StartService = (options?: SandboxOptions) => Promise<Sandbox>

/** A service with a quarter of a shop's messages. */
export const demoShop: SandboxOptions = { scenario: 'demo' }

/** A sandbox as a separate service. The caller closes it. */
export function createService(options: SandboxOptions = {}): Promise<Sandbox> {
  return createSandbox({ smtp: false, user: 'ada@shop.example', key: 'key-of-the-e2e-service-0001', ...options })
}
