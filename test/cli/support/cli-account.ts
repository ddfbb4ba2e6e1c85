import { expect, onTestFinished } from 'vitest'
import type { Sandbox, SandboxOptions } from '#sandbox/create-sandbox.ts'
import { temporaryFolder } from '#test/core/archive/support/open-archive.ts'
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
  const data = await temporaryFolder()
  const env = { MAILROOM_KEY: sandbox.credentials.key }
  const place = ['--url', sandbox.url, '--user', sandbox.credentials.user, '--data', data]
  expect(await runCli(['accounts', 'add', '--name', 'Shop', ...place], { env })).toMatchObject({ code: 0, stderr: '' })
  return { sandbox, data, env }
}
