import { request } from 'node:http'
import type { Page } from '@playwright/test'
import { descriptionOf } from './description-list.ts'
import { expect } from './fixtures.ts'

/** What a program needs to speak to the sandbox of the app. */
export type SandboxAccess = { url: string; user: string; key: string }

/** For `test.use`: the app opens on the view of its sandbox, which is empty and has an account. */
export const onEmptySandbox = {
  hostFlags: ['--sandbox', 'empty'],
  dataFiles: { 'settings.json': JSON.stringify({ lastView: '#/sandbox' }) },
}

/** As a user reads it from the view of the sandbox. */
export async function sandboxAccess(page: Page): Promise<SandboxAccess> {
  await expect(page.getByRole('heading', { name: 'Point your program here' })).toBeVisible()
  const value = async (term: string) => (await descriptionOf(page, term).innerText()).trim()
  return { url: await value('Base URL'), user: await value('User'), key: await value('Key') }
}

/** Its controls, for a program, as a user reads them there. */
export async function sandboxControls(
  page: Page,
): Promise<(method: string, path: string, body: unknown) => Promise<number>> {
  const value = async (term: string) => (await descriptionOf(page, term).innerText()).trim()
  const [url, token] = [await value('Controls'), await value('Token')]
  return (method, path, body) => call(method, `${url}${path}`, { 'x-sandbox-token': token }, body)
}

/** A call of a program; answers the status. */
export function post({ url, user, key }: SandboxAccess, path: string, body: unknown): Promise<number> {
  return call('POST', `${url}${path}`, { 'X-Service-ApiUser': user, 'X-Service-ApiKey': key }, body)
}

/** A message of a program, to one address. */
export function send(access: SandboxAccess, address: string, subject: string, html = '<p>Hi <b>there</b>.</p>') {
  const msg = { from: { address: 'hello@shop.example' }, subject, text: 'Hi.', html }
  return post(access, '/messages/send', { to: [{ address }], msg })
}

function call(method: string, url: string, headers: Record<string, string>, body: unknown): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers: { 'Content-Type': 'application/json', ...headers } })
    call.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)))
    call.on('error', reject)
    call.end(JSON.stringify(body))
  })
}
