import { createArchive } from '#core/archive/server/administration/create-archive.ts'
import { memberStatements } from '#core/archive/server/administration/members.ts'
import { ServerDatabase } from '#core/archive/server/connection/server-database.ts'
import { startPostgres, whyNoPostgres, type PostgresServer } from '../../scripts/support/postgres/start.mjs'
import { createMemorySecretStore } from '#core/keychain/index.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { newAccount, openAccount } from './support/accounts.ts'
import { expect, test as base } from './support/fixtures.ts'
import { withFolderHost } from './support/folder-host.ts'
import { demoShop } from './support/service.ts'

type Server = PostgresServer & { readonly server: ServerDatabase['server'] }

const test = base.extend<{ postgres: Server }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the needs of a fixture from a pattern.
  postgres: async ({}, use) => {
    const postgres = await startPostgres()
    const { host, port, user, password } = postgres
    const server = { host, port, user, database: 'postgres', schema: 'mailroom', authority: null }
    const administrator = new ServerDatabase(server, password)
    await createArchive(administrator)
    await administrator.script(memberStatements('mailroom', { writers: ['ada'], readers: ['bob'] }))
    for (const role of ['ada', 'bob']) await administrator.script(`ALTER ROLE ${role} PASSWORD '${password}'`)
    await administrator.close()
    await use({ ...postgres, server })
    await postgres.stop()
  },
})
test.skip(whyNoPostgres() !== null, 'There is no PostgreSQL server.')

test('an account uses a team archive, reports when its server is away, and returns to its file', async ({
  app,
  startService,
  postgres,
}) => {
  const service = await startService(demoShop)
  const { shell, accounts, team, messages, notes, alerts, palette, sync } = app.pages
  await openAccount(app, { name: 'Shop', service })
  await shell.accountsLink.click()
  await accounts.edit('Shop').click()
  await expect(team.place).toContainText('On this computer.')
  await team.use.click()
  await expect(team.server).toBeFocused()

  await team.join.click()
  await expect(team.dialog).toContainText('Enter the server’s name')
  await expect(team.server).toBeFocused()
  await team.fill({ ...postgres.server, user: 'ada', schema: 'elsewhere' }, postgres.password)
  await team.testConnection.click()
  await expect(team.dialog).toContainText('has no team archive in the schema elsewhere')
  await team.schema.fill('mailroom')
  await team.testConnection.click()
  await expect(team.dialog).toContainText('The archive is empty.')
  await team.join.click()
  await expect(team.dialog).toHaveCount(0)
  await expect(team.place).toContainText(`at ${postgres.host}:${postgres.port}`)

  await shell.messagesLink.click()
  await sync.lastSevenDays.check()
  await sync.readHistory.click()
  await expect(messages.rows.nth(1)).toBeVisible()
  await messages.freshness.click()
  await expect(app.page.getByText('This Mailroom syncs the archive.')).toBeVisible()
  await app.page.keyboard.press('Escape')
  await sync.historyMenu.click()
  await sync.openOptions.click()
  await expect(sync.optionKeepFor).toBeDisabled()
  await expect(sync.optionKeepFor).toHaveAccessibleDescription(/^Only the owner of the team archive can change this\./)
  await expect(sync.estimate).toHaveText(/calls?\.$/)
  await app.page.keyboard.press('Escape')

  await shell.open('alerts')
  await alerts.suggestion('No messages sent').click()
  await expect(alerts.shareWithTeam).not.toBeChecked()
  await alerts.shareWithTeam.check()
  await alerts.save.click()
  await expect(alerts.rule('No messages sent')).toContainText('shared by ada')
  // The choice is remembered for the next rule.
  await alerts.newRule.press('Enter')
  await app.page.keyboard.press('Enter')
  await expect(alerts.shareWithTeam).toBeChecked()
  await app.page.keyboard.press('Escape')

  await shell.dashboardLink.click()
  await notes.menu.click()
  await notes.add.click()
  await notes.text.fill('New sender address')
  await notes.shareWithTeam.check()
  await notes.save.click()
  await notes.menu.click()
  await expect(notes.panel).toContainText('shared by ada')
  await app.page.keyboard.press('Escape')
  await shell.messagesLink.click()
  await messages.searchFor('state:failed')
  await messages.views.click()
  await messages.saveView.click()
  await expect(messages.shareView).not.toBeChecked()
  await messages.viewName.fill('Failed')
  await messages.shareView.check()
  await messages.confirmView.click()
  // While a dialog is open, the palette’s keys belong to it.
  await expect(messages.shareView).toHaveCount(0)
  await palette.run('view: failed', /^Open view: Failed/)
  await messages.savedView('Failed').click()
  await expect(messages.viewsMenu).toContainText('shared by ada')
  await messages.removeView.click()
  await expect(messages.views).toBeVisible()

  await postgres.kill()
  await messages.search.fill('invoice')
  await messages.search.press('Enter')
  await expect(app.page.getByText(/does not respond\. Nothing is lost/).first()).toBeVisible()
  await expect(messages.staleRowsNotice).toBeVisible()
  await postgres.restart()
  // The notice disappears automatically once the server responds.
  await expect(messages.staleRowsNotice).toHaveCount(0)
  await expect(messages.rows.nth(1)).toBeVisible()

  await shell.accountsLink.click()
  await accounts.edit('Shop').click()
  await team.stopUsing.click()
  await team.useFileFromBefore.check()
  await team.confirmStop.click()
  await expect(team.place).toContainText('On this computer.')

  // Readers see what is shared, but cannot share anything.
  await team.use.click()
  await team.fill({ ...postgres.server, user: 'bob' }, postgres.password)
  await team.join.click()
  await expect(team.place).toContainText(`at ${postgres.host}:${postgres.port}`)
  await shell.open('alerts')
  await expect(alerts.rule('No messages sent')).toContainText('shared by ada')
  await alerts.newRule.press('Enter')
  await app.page.keyboard.press('Enter')
  await expect(alerts.shareWithTeam).toBeDisabled()
  await expect(alerts.shareWithTeam).not.toBeChecked()
  await expect(alerts.shareWithTeam).toHaveAccessibleDescription(/^You have read-only access to this archive/)
})

test('an archive is moved to a team’s server and copied back', async ({ app, startService, postgres }) => {
  const service = await startService(demoShop)
  const { shell, accounts, team, messages, sync } = app.pages
  await openAccount(app, { name: 'Shop', service })
  await shell.messagesLink.click()
  await sync.lastSevenDays.check()
  await sync.readHistory.click()
  await expect(messages.rows.nth(1)).toBeVisible()
  await expect(messages.freshness).toContainText('Up to date')
  const total = await messages.total.innerText()

  await shell.accountsLink.click()
  await accounts.edit('Shop').click()
  await team.use.click()
  await team.fill(postgres.server, postgres.password)
  await team.join.click()
  await expect(team.moveFirst).toBeChecked()
  await team.moveAndUse.click()
  await expect(team.place).toContainText(`at ${postgres.host}:${postgres.port}`)
  await shell.messagesLink.click()
  await expect(messages.total).toHaveText(total)

  await shell.accountsLink.click()
  await accounts.edit('Shop').click()
  await team.stopUsing.click()
  await expect(team.copyFirst).toBeChecked()
  await team.confirmStop.click()
  await expect(team.place).toContainText('On this computer.')
  await team.use.click()
  await expect(team.user).toHaveValue(postgres.server.user)
  await team.dialog.press('Escape')
  await shell.messagesLink.click()
  await expect(messages.total).toHaveText(total)
})

test('schedules of exports and reports are shared with the team, by keyboard', async ({
  page,
  startService,
  postgres,
}) => {
  const service = await startService(demoShop)
  const data = await createDataFolder()
  await withFolderHost(page, { dataFolder: data.path, secrets: createMemorySecretStore() }, async (host) => {
    const { ask, pages } = host
    const { shell, exports, schedules, dashboard } = pages
    const { id: accountId } = await ask('accounts.create', newAccount({ name: 'Shop', service }))
    const server = { ...postgres.server, user: 'ada' }
    const join = () => ask('team.join', { accountId, server, password: postgres.password, keep: 'keychain' })
    await join()
    await shell.open('exports/schedules/new')
    await expect(exports.source('From the archive')).toBeFocused()
    await exports.folder.press('Enter')
    await expect(page.getByText('Exports of the shop')).toBeVisible()
    await expect(schedules.share).not.toBeChecked()
    await exports.source('New since the last export').check()
    await expect(schedules.share).toBeDisabled()
    await exports.source('From the archive').check()
    await schedules.share.press('Space')
    await schedules.save.press('Enter')
    await expect(schedules.all).toHaveText(/shared by ada/)

    await shell.open('dashboard')
    await dashboard.report.press('Enter')
    await dashboard.scheduleTab.click()
    await dashboard.newSchedule.press('Enter')
    // The last choice is remembered.
    await expect(dashboard.shareReport).toBeChecked()
    await dashboard.chooseReportFolder.press('Enter')
    await expect(page.getByRole('dialog').getByText('Exports of the shop')).toBeVisible()
    await dashboard.saveSchedule.press('Enter')
    await expect(dashboard.scheduledReports).toHaveText(/shared by ada/)
    await page.keyboard.press('Escape')

    await ask('team.leave', { accountId })
    await shell.open('exports/schedules')
    await expect(schedules.none).toBeVisible()
    await join()
    await expect(schedules.all).toHaveText(/shared by ada/)
  })
  await data.remove()
})
