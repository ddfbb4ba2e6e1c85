import { expect } from '@playwright/test'
import { everything, layoutOf } from '#test/core/exports/support/exporting.ts'
import type { Ask } from '#test/support/test-ports.ts'

/** A finished export and a failed one of the current account, in a host that writes no folders. */
export async function makeExports(ask: Ask): Promise<void> {
  const { currentId: accountId } = await ask('accounts.list')
  if (accountId === null) throw new Error('There is no account.')
  const layout = layoutOf('csv')
  const saveAs = { name: 'Messages of a person with a long name', ifTaken: 'keep-both', folder: null } as const
  await ask('exports.start', { accountId, what: { ...everything, text: 'to:jane@example.org' }, layout, saveAs })
  const none = { ...everything, selection: { ranges: [{ first: 0, last: 0 }], matches: 1 } }
  await ask('exports.start', { accountId, what: none, layout, saveAs: { ...saveAs, name: 'One' } })
  const states = async () => (await ask('exports.list', { accountId })).map(({ state }) => state)
  await expect.poll(states).toEqual(expect.not.arrayContaining(['running']))
}
