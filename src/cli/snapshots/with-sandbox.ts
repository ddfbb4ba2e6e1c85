import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { readAdminFile, type AdminAccess } from '#sandbox/admin/admin-file.ts'
import { databasePath } from '#sandbox/base/options.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { Given } from '../framework/command.ts'
import type { Terminal } from '../framework/terminal.ts'
import { UsageError } from '../framework/usage-error.ts'
import type { sandboxOfFlags } from './snapshot-flags.ts'

/** Calls a running sandbox’s controls. If a call is refused, throws an error with the sandbox’s explanation. */
export type CallAdmin = <Result>(
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) => Promise<Result>

type SandboxOf = Pick<Given<typeof sandboxOfFlags>['flags'], 'data' | 'admin'>

/**
 * Calls `work` with the user’s sandbox. A sandbox that is given by its data folder and isn’t running is started for the
 * duration of the work.
 */
export async function withSandbox<Result>(
  { data, admin }: SandboxOf,
  terminal: Terminal,
  work: (call: CallAdmin) => Promise<Result>,
): Promise<Result> {
  if (data !== undefined) return withData(resolve(terminal.folder, data), work)
  const adminUrl = admin ?? (terminal.env['MAILROOM_SANDBOX_ADMIN'] || undefined)
  const adminToken = terminal.env['MAILROOM_SANDBOX_TOKEN'] || undefined
  if (adminUrl === undefined) {
    throw new UsageError(
      'Choose a sandbox: --data for one with a data folder, or --admin with the address that the sandbox printed.',
    )
  }
  if (!URL.canParse(adminUrl) || new URL(adminUrl).protocol !== 'http:') {
    throw new UsageError(`--admin takes an address like http://127.0.0.1:8025/admin, not ${adminUrl}.`)
  }
  if (adminToken === undefined) {
    throw new UsageError('Set the environment variable MAILROOM_SANDBOX_TOKEN to the token that the sandbox printed.')
  }
  return work(callerOf({ adminUrl, adminToken }))
}

async function withData<Result>(data: string, work: (call: CallAdmin) => Promise<Result>): Promise<Result> {
  if (!existsSync(databasePath(data)))
    throw new UsageError(
      `There is no sandbox in the folder ${data} given by --data. Check the path, or start one there first.`,
    )
  const running = readAdminFile(data)
  if (running !== undefined && (await answers(running))) return work(callerOf(running))
  const { createSandbox } = await import('#sandbox/create-sandbox.ts')
  const sandbox = await createSandbox({ data, smtp: false })
  try {
    return await work(callerOf(sandbox))
  } finally {
    await sandbox.close()
  }
}

/** The address may be out of date: if a sandbox was killed, another program may use its port by now. */
function answers(access: AdminAccess): Promise<boolean> {
  return callerOf(access)('GET', '/state').then(
    () => true,
    () => false,
  )
}

function callerOf({ adminUrl, adminToken }: AdminAccess): CallAdmin {
  return async <Result>(method: string, path: string, body?: object) => {
    const { status, json } = await answer(`${adminUrl.replace(/\/$/, '')}${path}`, { method, adminToken, body })
    if (status < 300) return json as Result
    const { error, code } = (json ?? {}) as { error?: unknown; code?: unknown }
    if (typeof error !== 'string')
      throw new AppError('http', `${adminUrl} returned status ${status} and is not a sandbox. Check the address.`)
    throw new AppError(typeof code === 'string' ? code : 'refused', error)
  }
}

function answer(
  url: string,
  { method, adminToken, body }: { method: string; adminToken: string; body: object | undefined },
): Promise<{ status: number; json: unknown }> {
  const { promise, resolve: done, reject } = Promise.withResolvers<{ status: number; json: unknown }>()
  const headers = { 'x-sandbox-token': adminToken, 'content-type': 'application/json' }
  const call = request(url, { method, headers, agent: false }, (response) => {
    text(response).then((body) => done({ status: response.statusCode ?? 0, json: parsed(body) }), reject)
  })
  call.on('error', (cause) =>
    reject(
      new AppError('unreachable', `There is no sandbox at ${new URL(url).origin}. Start it, or check the address.`, {
        cause,
      }),
    ),
  )
  call.end(body === undefined ? undefined : JSON.stringify(body))
  return promise
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
