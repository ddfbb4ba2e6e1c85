import { violations } from './support/axe.ts'
import { expect, test, type AppUnderTest } from './support/fixtures.ts'
import { readAfterOneWeek } from './support/passed-week.ts'
import { onEmptySandbox, type SandboxProgram } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

/** Two at Google, three at two domains of Microsoft with one bounce, one at a company. They are read a week later. */
async function readMessages(app: AppUnderTest, program: SandboxProgram): Promise<void> {
  const to = 'ada@gmail.com ben@gmail.com cleo@hotmail.fr dan@outlook.com bounce@outlook.com eve@company.example'.split(
    ' ',
  )
  for (const address of to) expect(await program.send({ to: address, subject: 'Your order' })).toBe(200)
  await readAfterOneWeek(app)
}

test('domains are counted by mailbox provider, and a provider links to the messages of all its domains', async ({
  app,
  program,
}) => {
  await readMessages(app, program)
  const { page } = app
  const { shell, dashboard, messages } = app.pages
  await shell.open('dashboard?q=last:30d')
  const providers = dashboard.panel('Mailbox providers')
  const names = providers.getByRole('row').getByRole('button', { expanded: false })
  await expect(names).toHaveText(['Microsoft', 'Google', 'Other domains'])
  await expect(dashboard.line('Mailbox providers', 'Google')).toContainText('no data')
  await expect(dashboard.line('Mailbox providers', 'Microsoft')).not.toContainText('no data')
  await expect(dashboard.line('Recipient domains', 'gmail.com')).toContainText('no data')

  await test.step('the keyboard expands a provider into its domains', async () => {
    await names.first().press('Enter')
    await expect(providers.getByRole('row').getByText(/^(hotmail|outlook)/)).toHaveText(['outlook.com', 'hotmail.fr'])
    await expect(dashboard.line('Mailbox providers', 'outlook.com')).toContainText(/^outlook\.com\s*2/)
    expect(await violations(page)).toEqual([])
  })

  await test.step('the other domains are those without a known provider', async () => {
    await dashboard.messagesOf('Other domains').click()
    await expect(messages.condition(/^-domain:/)).toBeVisible()
    await expect(messages.grid.getByRole('row').filter({ hasText: 'eve@company.example' })).toBeVisible()
    await expect(messages.grid.getByText('gmail.com')).toHaveCount(0)
    await page.goBack()
  })

  await test.step('one search finds both domains of a provider', async () => {
    await dashboard.countOnly('Microsoft').click()
    await expect(messages.condition(/^domain:(outlook\.com,hotmail\.fr|hotmail\.fr,outlook\.com)/)).toBeVisible()
    await expect(dashboard.figure('Requested')).toContainText('3')
    await expect(names).toHaveText(['Microsoft'])
  })
})
