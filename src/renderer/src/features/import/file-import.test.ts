import { describe, expect, it } from 'vitest'
import type { Account } from '#shared/contract/accounts.ts'
import type { CommandName } from '#shared/contract/table.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { FileImport } from './file-import.svelte.ts'

const [shop, market] = ['Shop', 'Market'].map((name) => ({ id: name, name, storeHistory: true }) as Account)

/** A host that looks at a file for as long as one likes. */
function slowImport() {
  const looking = Promise.withResolvers<unknown>()
  const host = {
    upload: () => Promise.resolve([{ token: 'file' }]),
    invoke: (name: CommandName) => (name === 'import.inspect' ? looking.promise : Promise.resolve()),
  }
  return { imports: new FileImport({ host, accounts: [shop, market] } as unknown as AppState), looking }
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

  it('is ready when it was waited for', async () => {
    const { imports, looking } = slowImport()
    looking.resolve({ name: 'export.csv' })
    await imports.take(shop!, [new File([], 'export.csv')])
    expect(imports.step).toMatchObject({ at: 'ready', token: 'file' })
  })
})
