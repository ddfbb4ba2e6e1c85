import { expect } from 'vitest'
import { secondsPerDay } from '#shared/domain/base/durations.ts'
import { aSend, ServiceClient } from '#test/sandbox/support/service-client.ts'
import { createSchema } from '#test/core/archive/support/open-server.ts'
import { eventually } from '#test/support/eventually.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import { openAppAtSandbox, openBeside, type OpenApp } from '#test/support/open-app.ts'
import type { Sandbox, SandboxOptions } from '#sandbox/create-sandbox.ts'

export type Created = { readonly server: TeamServer; readonly password: string }
export type Mailroom = OpenApp<Sandbox>

/** Mailroom with an account at a sandbox and an empty team archive. */
export async function openTeamAccount(
  created?: Created,
  options: SandboxOptions = {},
): Promise<{ mailroom: Mailroom; created: Created }> {
  const [mailroom, given] = await Promise.all([openAppAtSandbox(options), created ?? createSchema()])
  await mailroom.addAccount({}, 'keychain')
  await join(mailroom, given)
  return { mailroom, created: given }
}

/** Another Mailroom with a separate account at the same sandbox. */
export async function openColleague(mailroom: Mailroom): Promise<Mailroom> {
  const colleague = await openBeside(mailroom)
  await colleague.addAccount()
  return colleague
}

export function join({ ask, accountId }: Mailroom, { server, password }: Created) {
  return ask('team.join', { accountId, server, password, keep: 'keychain' })
}

export async function send({ service }: Mailroom, address: string): Promise<void> {
  const client = new ServiceClient(service.url, service.credentials)
  await client.post('/messages/send', aSend(address))
  client.close()
}

/** Makes the sync cover messages that are sent today. */
export async function syncToday({ ask, accountId }: Mailroom): Promise<void> {
  const from = Math.floor(Date.now() / 1000) - secondsPerDay
  await ask('sync.configure', { accountId, options: { from, interval: 30_000 } })
}

/** The addresses of all messages, once there are this many. */
export async function addressesOnce({ ask, accountId }: Mailroom, count: number): Promise<string[]> {
  return eventually(async () => {
    const { rows } = await ask('messages.search', { accountId, text: '', zone: 'UTC', offset: 0, limit: 50 })
    expect(rows).toHaveLength(count)
    return rows.map(({ email }) => email).sort()
  })
}

/** Waits until a job has ended. */
export async function ended({ ask }: Mailroom, jobId: string): Promise<Job> {
  return eventually(async () => {
    const job = (await ask('jobs.list')).find(({ id }) => id === jobId)
    expect(job?.endedAt).not.toBeNull()
    return job!
  })
}

/**
 * Syncs the sent messages. A sync that is already running may have read the newest messages before, so another one
 * follows.
 */
export async function syncNow(mailroom: Mailroom): Promise<void> {
  const { ask, accountId } = mailroom
  await ended(mailroom, (await ask('sync.now', { accountId })).jobId)
  await ended(mailroom, (await ask('sync.now', { accountId })).jobId)
}
