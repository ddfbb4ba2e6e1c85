import { expect, onTestFinished } from 'vitest'
import type { Sandbox, SandboxOptions } from '#sandbox/create-sandbox.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
import { holdSends } from '#test/support/connections/held-sends.ts'
import { openSandbox } from '#test/support/sandboxes/open-sandbox.ts'
import { runCli } from './run-cli.ts'

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await openSandbox({ smtp: false, ...options })
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** A data folder with an account on a sandbox, whose key is only in the environment. */
export async function account(options: SandboxOptions = {}) {
  const sandbox = await startSandbox(options)
  return accountAt(sandbox, sandbox.url)
}

/** The same, at a service that holds back its calls to send until the test releases them. */
export async function accountWithHeldSends() {
  const sandbox = await startSandbox()
  const calls = await holdSends(sandbox)
  return { ...(await accountAt(sandbox, calls.url)), calls }
}

async function accountAt(sandbox: Sandbox, url: string) {
  const data = await temporaryFolder()
  const env = { MAILROOM_KEY: sandbox.credentials.key }
  const place = ['--url', url, '--user', sandbox.credentials.user, '--data', data]
  expect(await runCli(['accounts', 'add', '--name', 'Shop', ...place], { env })).toMatchObject({ code: 0, stderr: '' })
  return { sandbox, data, env }
}
