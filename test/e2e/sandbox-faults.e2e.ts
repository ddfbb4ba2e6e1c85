import { refusedByMailFrame } from './support/elsewhere.ts'
import { expect, test, notInElectron } from './support/fixtures.ts'
import { decideCalls } from './support/hosts/page-calls.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

const mail = { to: 'ada@shop.example', subject: 'Hello' }

test('a fault changes the responses, and all faults can be turned off at once', async ({ app, program }) => {
  const { shell, sandbox, requests, faults, sync } = app.pages
  await sandbox.faultsTab.click()
  await faults.status.check()
  await expect(sandbox.faultsTab).toContainText('1')
  await expect(faults.statusValue).toHaveValue('503')
  await faults.inForce()
  expect(await program.send(mail)).toBe(503)
  await faults.switchAllOff.click()
  await faults.inForce()
  expect(await program.send(mail)).toBe(200)

  await test.step('the requests show the response from before the fault changed it, and say so', async () => {
    await faults.malformedJson.check()
    await faults.inForce()
    await program.send(mail)
    await sandbox.requestsTab.click()
    await requests.row(/Malformed JSON/).click()
    await expect(requests.answerBeforeFault).toBeVisible()
  })

  await test.step('the sidebar counts them in every view, and a failed sync names them', async () => {
    await program.control('PUT', '/faults', [{ kind: 'status', path: '/*', status: 403 }])
    await shell.messagesLink.click()
    await expect(shell.sandboxLink).toContainText(/1 active fault$/)
    await sync.syncNow.click()
    await expect(sync.failure).toContainText('A sandbox fault is on: Respond with a status.')
    await sync.showFaults.click()
    await faults.switchAllOff.click()
    await expect(shell.sandboxLink).toHaveText('Sandbox')
  })
})

test('changes that a test makes through the controls are shown at once', async ({ app, program }) => {
  app.expectError(refusedByMailFrame)
  const { page } = app
  const { sandbox, outbox, faults } = app.pages
  await sandbox.faultsTab.click()
  await expect(faults.status).not.toBeChecked()
  const set = [
    { kind: 'status', path: '/messages/send', status: 503 },
    { kind: 'status', path: '/statistics/*', status: 429 },
  ]
  expect(await program.control('PUT', '/faults', set)).toBe(200)
  await expect(faults.status).toBeChecked()
  await expect(faults.statusValue).toHaveCount(2)

  await test.step('changing one of two faults does not affect the other', async () => {
    await faults.statusValue.first().fill('500')
    await faults.statusValue.first().press('Enter')
    await faults.inForce()
    expect(await program.send(mail)).toBe(500)
    await expect(faults.statusValue.last()).toHaveValue('429')
    expect(await program.control('PUT', '/faults', [])).toBe(200)
    await expect(faults.status).not.toBeChecked()
  })

  expect(await program.send({ to: 'ada@shop.example', subject: 'yes' })).toBe(200)
  await sandbox.outboxTab.click()
  await outbox.row(/yes/).click()
  await expect(outbox.subject('yes')).toBeVisible()
  expect(await program.control('POST', '/clock', { running: false })).toBe(200)
  await expect(page.getByText(/^1 message · clock stopped at/)).toBeVisible()
  expect(await program.control('POST', '/reset', { scenario: 'empty' })).toBe(200)
  await expect(page.getByText(/^0 messages · clock/)).toBeVisible()
  await expect(outbox.subject('yes')).toHaveCount(0)
  await expect(page).toHaveURL(/#\/sandbox\/outbox$/)
})

test('an invalid value shows its error at the field, and the active fault is kept', async ({ app, program }) => {
  const { sandbox, faults } = app.pages
  const error = app.page.getByText('Enter a whole number from 200 to 599.')
  await sandbox.faultsTab.click()
  await faults.status.check()
  await faults.statusValue.fill('99')
  await faults.statusValue.blur()
  await expect(error).toBeVisible()
  await expect(faults.statusValue).toHaveAttribute('aria-invalid', 'true')
  await faults.inForce()
  expect(await program.send(mail)).toBe(503)
  // An empty field is reset to its default.
  await faults.statusValue.fill('')
  await faults.statusValue.blur()
  await expect(faults.statusValue).toHaveValue('503')
  await expect(error).toHaveCount(0)
  // A path in the form that the list of requests shows.
  await faults.paths.fill('/v1/messages/*')
  await faults.paths.blur()
  await expect(faults.paths).toHaveValue('/messages/*')
  expect(await program.send(mail)).toBe(503)
  await faults.switchAllOff.press('Enter')
  await expect(faults.status).not.toBeChecked()
  await expect(faults.switchAllOff).toBeFocused()
})

test(
  'a late response for one field does not overwrite the text in the next',
  notInElectron('The calls of Electron cannot be held up from here.'),
  async ({ app, program }) => {
    const { page } = app
    const { sandbox, faults } = app.pages
    await sandbox.faultsTab.click()
    await faults.status.check()
    await faults.inForce()
    const held = Promise.withResolvers<void>()
    const replied = Promise.withResolvers<void>()
    await decideCalls(page, 'sandbox.setFaults', async (_input, ask) => {
      await held.promise
      const reply = await ask()
      replied.resolve()
      return reply
    })
    await faults.paths.fill('/messages/send')
    await faults.paths.press('Tab')
    await faults.statusValue.fill('504')
    held.resolve()
    await replied.promise
    await faults.statusValue.press('Tab')
    await faults.inForce()
    await expect(faults.statusValue).toHaveValue('504')
    expect(await program.send(mail)).toBe(504)
  },
)

test('a press of Sync now never stops a sync that began a moment before', async ({ app, program }) => {
  const { messages, shell, sync } = app.pages
  await shell.messagesLink.click()
  // The first sync begins by itself, after the button is there.
  await expect(messages.freshness).toContainText('Up to date')
  await program.control('PUT', '/faults', [{ kind: 'delay', path: '/*', delayMs: 600_000 }])
  await sync.syncNow.click()
  await expect(sync.syncNow).toBeDisabled()
  await sync.syncNow.press('Enter')
  await expect(sync.syncNow).toBeFocused()
  await sync.historyMenu.click()
  // A sync that is running can be stopped; one that was stopped could not.
  await sync.stopSync.click()
  await expect(sync.syncNow).toBeEnabled()
  await sync.historyMenu.click()
  await expect(sync.stopSync).toBeDisabled()
})
