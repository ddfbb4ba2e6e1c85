import { onTestFinished } from 'vitest'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { ServiceClient } from '../../support/service-client.ts'

type Called = { status: number; json: unknown }

/** Calls the sandbox’s control API as a program does. */
export function adminOf({ sandbox }: { sandbox: Pick<Sandbox, 'url' | 'adminToken'> }) {
  const client = new ServiceClient(new URL(sandbox.url).origin, { user: '', key: '' })
  onTestFinished(() => client.close())
  const headers = { 'x-sandbox-token': sandbox.adminToken }
  return (method: string, path: string, body?: unknown): Promise<Called> =>
    client.call({ method, path: `/admin${path}`, body, headers })
}
