import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HostIdentity, Paths } from '../base/ports.ts'
import { accountChecks, type AccountNeeds } from './account-checks.ts'
import { runCheck, well, type Check, type CheckedPart } from './check.ts'
import { computerChecks, type Computer } from './computer-checks.ts'
import { partChecks, type Parts } from './part-checks.ts'
import { threadChecks, type StartSandbox } from './thread-checks.ts'

export type DoctorNeeds = {
  readonly host: Pick<HostIdentity, 'name' | 'appVersion'>
  readonly paths: Pick<Paths, 'data' | 'worker'>
  readonly parts: Parts
  readonly startSandbox: StartSandbox
  readonly computer: Computer
  /** Null if only the program is checked. */
  readonly accounts: AccountNeeds | null
  /** How long one check may take, in milliseconds. */
  readonly milliseconds?: number
}

type Followed = {
  readonly signal: AbortSignal
  readonly onStart: (name: string) => void
  readonly onEnd: (part: CheckedPart) => Promise<void>
}

/** Tries everything that Mailroom needs here, one check after another in a fixed order, and changes nothing. */
export async function examine(needs: DoctorNeeds, { signal, onStart, onEnd }: Followed): Promise<CheckedPart[]> {
  const { milliseconds = 10_000, accounts } = needs
  let made: Promise<string> | null = null
  const temporary = () => (made ??= mkdtemp(join(tmpdir(), 'mailroom-doctor-')))
  const results: CheckedPart[] = []
  try {
    const checks = [
      programCheck(needs),
      ...threadChecks({ ...needs, temporary }),
      ...partChecks({ ...needs.parts, temporary, milliseconds }),
      ...computerChecks(needs.paths.data, needs.computer),
      ...(accounts ? await accountChecks(accounts) : []),
    ]
    for (const check of checks) {
      onStart(check.name)
      const part = await runCheck(check, { signal, milliseconds })
      results.push(part)
      await onEnd(part)
    }
    return results
  } finally {
    const folder = await (made as Promise<string> | null)?.catch(() => null)
    // On Windows, a thread that is still ending keeps its files open.
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function programCheck({ host }: DoctorNeeds): Check {
  const sentence = `Mailroom ${host.appVersion} on ${host.name}, ${process.platform} ${process.arch}.`
  return { name: 'program', mend: '', run: () => Promise.resolve(well(sentence)) }
}
