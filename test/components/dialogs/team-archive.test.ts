import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Reply } from '#shared/contract/host.ts'
import type { FoundArchive } from '#shared/contract/team.ts'
import { openMailroom } from '../support/open-mailroom.ts'

const dialog = page.getByRole('dialog', { name: 'Use a team archive' })
const startEmpty = dialog.getByRole('radio', { name: 'Start with an empty archive' })

const empty: FoundArchive = {
  server: 'PostgreSQL 15.20',
  role: 'owner',
  messages: 0,
  lease: { mine: false, name: null, since: null },
  belongs: 'new',
  account: null,
  milliseconds: 12,
}

test('an account can start with an empty team archive after a test of the connection', async () => {
  const { calls } = await openMailroom('accounts', { hasLostKey: true })
  calls.set('archive.info', async (_input, ask) => {
    const reply = (await ask()) as Reply & { ok: true }
    return { ok: true, output: { ...(reply.output as object), messages: 3 } }
  })
  calls.set('team.test', () => ({ ok: true, output: empty }))
  await page.getByRole('button', { name: 'Edit Shop' }).click()
  await page.getByRole('button', { name: 'Use a team archive…' }).click()
  await dialog.getByLabelText('Server').fill('db.example.org')
  await dialog.getByLabelText('Database').fill('mail')
  await dialog.getByLabelText('User').fill('ada')
  await dialog.getByRole('button', { name: 'Test connection' }).click()
  await startEmpty.click()
  await expect.element(startEmpty).toBeChecked()
  await expect.element(dialog.getByRole('button', { name: 'Use this archive' })).toBeVisible()

  // The result applies only to the server that was tested.
  await dialog.getByLabelText('Server').fill('db2.example.org')
  await expect.element(startEmpty).not.toBeInTheDocument()
})
