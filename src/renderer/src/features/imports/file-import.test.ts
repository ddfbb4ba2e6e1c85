import { describe, expect, it } from 'vitest'
import type { Account } from '#shared/contract/accounts.ts'
import type { CommandName } from '#shared/contract/table.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { FileImport } from './file-import.svelte.ts'

const [shop, market] = ['Shop', 'Market'].map((name) => ({ id: name, name, storeHistory: true }) as Account)

/** A host that looks at a file for as long as one likes. */
function slowImport() {
  const looking = Promise.withResolvers<unknown>()
  const started: string[] = []
  const followed: { id: string; report: () => void }[] = []
  const released: string[] = []
  const invoke = (name: CommandName, input: { token: string }) => {
    if (name === 'files.release') return Promise.resolve(released.push(input.token))
    if (name === 'imports.inspect') return looking.promise
    if (name === 'imports.start') return Promise.resolve({ jobId: `job ${started.push(name)}` })
    return Promise.resolve({ name: 'export.csv' })
  }
  const host = { upload: () => Promise.resolve([{ token: 'file' }]), invoke }
  const follow = (id: string, _started: string, then: { run: () => void }) => followed.push({ id, report: then.run })
  const app = { host, follow, accounts: [shop, market] } as unknown as AppState
  return { imports: new FileImport(app), looking, started, followed, released }
}

describe('a file that is looked at slowly', () => {
  it('is not offered to the account that was chosen meanwhile', async () => {
    const { imports, looking } = slowImport()
    const taken = imports.take(shop!, [new File([], 'export.csv')])
    await expect.poll(() => imports.step.at).toBe('looking')
    imports.close()
    imports.choose(market!)
    looking.resolve({ name: 'export.csv' })
    await taken
    expect([imports.account, imports.step]).toEqual([market, { at: 'choose', problem: null }])
  })

  it('is let go of when the dialog is closed, which ends the look', async () => {
    const { imports, looking, released } = slowImport()
    const taken = imports.take(shop!, [new File([], 'export.csv')])
    await expect.poll(() => imports.step).toEqual({ at: 'looking', token: 'file' })
    expect(released).toEqual([])
    imports.close()
    expect(released).toEqual(['file'])
    looking.reject(new Error('cancelled'))
    await taken
    expect(imports.step).toEqual({ at: 'choose', problem: null })
  })

  it('is ready when it was waited for', async () => {
    const { imports, looking } = slowImport()
    looking.resolve({ name: 'export.csv' })
    await imports.take(shop!, [new File([], 'export.csv')])
    expect(imports.step).toMatchObject({ at: 'ready', token: 'file' })
  })

  it('is imported once, however often it is asked for', async () => {
    const { imports, looking, started, released } = slowImport()
    looking.resolve({ name: 'export.csv' })
    await imports.take(shop!, [new File([], 'export.csv')])
    await Promise.all([imports.start(), imports.start()])
    expect(started).toHaveLength(1)
    expect(imports.step).toEqual({ at: 'running', jobId: 'job 1' })
    expect(released).toEqual(['file'])
  })
})

describe('an import that goes on in the background', () => {
  it('is told of when it has ended, and opens its report only then and on wish', async () => {
    const { imports, looking, followed } = slowImport()
    looking.resolve({ name: 'export.csv' })
    await imports.take(shop!, [new File([], 'export.csv')])
    await imports.start()
    imports.close()
    expect([imports.account, imports.step.at]).toEqual([null, 'choose'])
    expect(followed.map(({ id }) => id)).toEqual(['job 1'])
    followed[0]!.report()
    await expect.poll(() => imports.step.at).toBe('report')
    expect(imports.account).toBe(shop)
  })

  it('is one that was closed before it began, too', async () => {
    const { imports, looking, followed } = slowImport()
    looking.resolve({ name: 'export.csv' })
    await imports.take(shop!, [new File([], 'export.csv')])
    const starting = imports.start()
    imports.close()
    await starting
    expect([imports.account, followed.map(({ id }) => id)]).toEqual([null, ['job 1']])
  })
})
