import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox, type Sandbox, type SandboxOptions } from '#sandbox/create-sandbox.ts'
import { msPerDay } from '#shared/domain/base/durations.ts'

const database = 'sandbox.sqlite'

/**
 * The databases of demo sandboxes, by day or clock. They never change, and filling one takes longer than most tests.
 */
const filled = new Map<string, Promise<Buffer>>()

/** A sandbox for a test. The demo data is created once; each sandbox gets a copy, which is deleted with it. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { scenario, data, user } = options
  if (scenario !== 'demo' || data !== undefined || user !== undefined) return createSandbox(options)
  const content = await databaseOf(options)
  const folder = await newFolder()
  await writeFile(join(folder, database), content)
  const sandbox = await createSandbox({ ...options, data: folder })
  return {
    ...sandbox,
    async close() {
      await sandbox.close()
      // A test about a service that goes down may have closed the sandbox already.
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function databaseOf({ clock }: SandboxOptions): Promise<Buffer> {
  // A clock that starts now must not reuse the start of an earlier test.
  const set = clock?.start === undefined ? undefined : clock
  const name = set ? JSON.stringify(set) : String(Math.floor(Date.now() / msPerDay))
  const content = filled.get(name) ?? fill(set)
  filled.set(name, content)
  // If it failed, the next test tries again.
  content.catch(() => filled.delete(name))
  return content
}

async function fill(clock: SandboxOptions['clock']): Promise<Buffer> {
  const folder = await newFolder()
  const sandbox = await createSandbox({ smtp: false, scenario: 'demo', clock, data: folder })
  await sandbox.close()
  const content = await readFile(join(folder, database))
  await rm(folder, { recursive: true })
  return content
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'mailroom-demo-'))
}
