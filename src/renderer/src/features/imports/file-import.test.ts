import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { Account } from '#shared/contract/accounts.ts'
import type { CommandName } from '#shared/contract/table.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { FileImport } from './file-import.svelte.ts'

const [shop, market] = ['Shop', 'Market'].map((name) => ({ id: name, name, storeHistory: true }) as Account)

/** A host that finishes inspecting a file only when the test says so. */
function slowImport() {
  const inspecting = Promise.withResolvers<unknown>()
  const started: string[] = []
  const followed: { id: string; report: () => void }[] = []
  const released: string[] = []
  const reportOf = { current: (): Promise<unknown> => Promise.resolve({ name: 'export.csv' }) }
  const invoke = (name: CommandName, input: { token: string }) => {
    if (name === 'files.release') return Promise.resolve(released.push(input.token))
    if (name === 'imports.inspect') return inspecting.promise
    if (name === 'imports.start') return Promise.resolve({ jobId: `job ${started.push(name)}` })
    if (name === 'sync.configure') return Promise.reject(new AppError('retention-of-owner', 'Only the owner may.'))
    return reportOf.current()
  }
  const attempt = (work: () => Promise<unknown>) =>
    work().then(
      () => true,
      () => false,
    )
  const host = { upload: () => Promise.resolve([{ token: 'file' }]), invoke }
  const follow = (id: string, _started: string, then: { run: () => void }) => followed.push({ id, report: then.run })
  const app = { host, follow, attempt, accounts: [shop, market] } as unknown as AppState
  return { imports: new FileImport(app), inspecting, started, followed, released, reportOf }
}

describe('a file that is inspected slowly', () => {
  it('is not offered to an account that was chosen meanwhile', async () => {
    const { imports, inspecting } = slowImport()
    const taken = imports.take(shop!, [new File([], 'export.csv')])
    await expect.poll(() => imports.step.at).toBe('inspecting')
    imports.close()
    imports.choose(market!)
    inspecting.resolve({ name: 'export.csv' })
    await taken
    expect([imports.account, imports.step]).toEqual([market, { at: 'choose', problem: null }])
  })

  it('is released when the dialog is closed, which ends the inspection', async () => {
    const { imports, inspecting, released } = slowImport()
    const taken = imports.take(shop!, [new File([], 'export.csv')])
    await expect.poll(() => imports.step).toEqual({ at: 'inspecting', token: 'file' })
    expect(released).toEqual([])
    imports.close()
    expect(released).toEqual(['file'])
    inspecting.reject(new Error('cancelled'))
    await taken
    expect(imports.step).toEqual({ at: 'choose', problem: null })
  })

  it('is ready once it has been inspected', async () => {
    const { imports, inspecting } = slowImport()
    inspecting.resolve({ name: 'export.csv' })
    await imports.take(shop!, [new File([], 'export.csv')])
    expect(imports.step).toMatchObject({ at: 'ready', token: 'file' })
  })

  it('is imported once, however often the import is started', async () => {
    const { imports, inspecting, started, released } = slowImport()
    inspecting.resolve({ name: 'export.csv' })
    await imports.take(shop!, [new File([], 'export.csv')])
    await Promise.all([imports.start(), imports.start()])
    expect(started).toHaveLength(1)
    expect(imports.step).toEqual({ at: 'running', jobId: 'job 1' })
    expect(released).toEqual(['file'])
  })
})

it('stays open if its account may not keep messages forever', async () => {
  const { imports, inspecting, released } = slowImport()
  inspecting.resolve({ name: 'export.csv' })
  await imports.take(shop!, [new File([], 'export.csv')])
  await imports.keepForGood()
  expect(imports.step).toMatchObject({ at: 'ready', token: 'file' })
  expect(released).toEqual([])
})

describe('an import that ends before its first record', () => {
  it.each([
    ['because there is none', 'not-found', 'no-report'],
    ['for another reason', 'unreachable', 'unreachable'],
  ])('goes back to the choice of a file when no report comes %s', async (_why, code, shown) => {
    const { imports, inspecting, reportOf } = slowImport()
    inspecting.resolve({ name: 'export.csv' })
    await imports.take(shop!, [new File([], 'export.csv')])
    await imports.start()
    reportOf.current = () => Promise.reject(new AppError(code, 'The report did not come.'))
    await imports.showReport('Shop', 'job 1')
    expect(imports.step).toMatchObject({ at: 'choose', problem: { code: shown } })
  })
})

describe('an import that continues in the background', () => {
  it('opens its report only after it has ended and only on request', async () => {
    const { imports, inspecting, followed } = slowImport()
    inspecting.resolve({ name: 'export.csv' })
    await imports.take(shop!, [new File([], 'export.csv')])
    await imports.start()
    imports.close()
    expect([imports.account, imports.step.at]).toEqual([null, 'choose'])
    expect(followed.map(({ id }) => id)).toEqual(['job 1'])
    followed[0]!.report()
    await expect.poll(() => imports.step.at).toBe('report')
    expect(imports.account).toBe(shop)
  })

  it('may have been closed before it began', async () => {
    const { imports, inspecting, followed } = slowImport()
    inspecting.resolve({ name: 'export.csv' })
    await imports.take(shop!, [new File([], 'export.csv')])
    const starting = imports.start()
    imports.close()
    await starting
    expect([imports.account, followed.map(({ id }) => id)]).toEqual([null, ['job 1']])
  })
})
