import { onTestFinished } from 'vitest'
import { createSandbox, type Sandbox, type SandboxOptions } from '#sandbox/create-sandbox.ts'
import { ServiceClient } from './service-client.ts'

export type Opened = {
  sandbox: Sandbox
  client: ServiceClient
  /** Errors of the sandbox itself, for tests that expect none. */
  errors: unknown[]
}

/** A sandbox for one test. Its clock is stopped, so that nothing happens by itself, and it closes when the test ends. */
export async function openSandbox(options: SandboxOptions = {}): Promise<Opened> {
  const errors: unknown[] = []
  const sandbox = await createSandbox({
    smtp: false,
    clock: { running: false },
    onError: (error) => errors.push(error),
    ...options,
  })
  const client = ServiceClient.of(sandbox)
  onTestFinished(async () => {
    client.close()
    await sandbox.close()
  })
  return { sandbox, client, errors }
}
