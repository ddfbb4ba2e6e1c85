import { onTestFinished } from 'vitest'
import { createSandbox, type Sandbox, type SandboxOptions } from '#sandbox/create-sandbox.ts'
import { ServiceClient } from './service-client.ts'

export type Opened = {
  sandbox: Sandbox
  client: ServiceClient
  /** Internal errors of the sandbox, of which tests expect none. */
  errors: unknown[]
}

/**
 * A sandbox for one test, closed when the test ends. Its clock is stopped, so nothing happens until the test advances
 * it.
 */
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
