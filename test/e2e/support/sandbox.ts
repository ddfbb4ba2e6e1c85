import { createSandbox, type Sandbox, type SandboxOptions } from '#sandbox/create-sandbox.ts'

/** A service to connect to: the sandbox, as a stranger's program would reach it. The caller closes it. */
export function startService(options: SandboxOptions = {}): Promise<Sandbox> {
  return createSandbox({ smtp: false, user: 'ada@shop.example', key: 'key-of-the-e2e-service-0001', ...options })
}
