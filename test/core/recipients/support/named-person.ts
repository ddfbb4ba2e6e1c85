import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { openLogger } from '#core/node/index.ts'
import type { Sandbox } from '#sandbox/create-sandbox.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { eventually } from '#test/support/eventually.ts'
import { openAppAtSandbox, type OpenApp } from '#test/support/open-app.ts'

export const email = 'Zoë.Quartermain+shop@erased-person.example'
/** The address in another spelling. */
export const shouted = email.toUpperCase()
/** The full address is listed first, because it must not be in file names either. */
export const traces = [email, 'quartermain', 'erased-person']

/**
 * An app in which every feature has been used with one person, and a folder outside its data with files of the user.
 */
export type World = OpenApp<Sandbox> & { readonly outside: string }

export async function openWorld(): Promise<World> {
  const outside = await createDataFolder()
  onTestFinished(() => outside.remove())
  const mailroom = await openAppAtSandbox({ scenario: 'empty' }, ({ capabilities, paths }) => ({
    logger: openLogger(join(paths.data, 'logs'), 'debug'),
    capabilities: { ...capabilities, saveToDisk: true },
  }))
  await mailroom.addAccount({ ccAndBcc: true }, 'keychain')
  return Object.assign(mailroom, { outside: outside.path })
}

/** A token for a file of the user. */
export async function userFile({ app, outside }: World, name: string, bytes: string | Uint8Array): Promise<string> {
  const path = join(outside, name)
  await writeFile(path, bytes)
  return (await app.files.register(path)).token
}

export const folderToken = async ({ app, outside }: World) => (await app.files.register(outside)).token

/** Waits for a job, which has to succeed: a failed one would have used no feature. */
export async function jobEnded(
  { ask }: World,
  { jobId }: { jobId: string },
  state: Job['state'] = 'done',
): Promise<void> {
  await eventually(async () => {
    const job = (await ask('jobs.list')).find(({ id }) => id === jobId)
    expect(job).toMatchObject({ endedAt: expect.any(Number) as number, state })
  })
}
