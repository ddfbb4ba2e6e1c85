import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type AppUnderTest } from './support/fixtures.ts'
import { readAfterOneWeek } from './support/passed-week.ts'
import { onEmptySandbox, type SandboxProgram } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

/**
 * Sends a message to three people, one of whom bounces and one of whom opens it and clicks. The history is read a
 * week later.
 */
async function readThreeMessages(app: AppUnderTest, program: SandboxProgram): Promise<void> {
  const body = {
    to: ['bounce@shop.example', 'click+2@shop.example', 'ada@shop.example'].map((address) => ({ address })),
    msg: {
      from: { address: 'hello@shop.example' },
      subject: 'Your order',
      text: 'Hi.',
      html: '<p>See <a href="https://shop.example/order">your order</a>.</p>',
    },
    headers: { 'X-SVC-META': { order: 'A-77' } },
  }
  expect(await program.post('/messages/send', body)).toBe(200)
  await readAfterOneWeek(app)
}

test('a recipient’s page shows why they did not get a message', async ({ app, program }) => {
  await readThreeMessages(app, program)
  const { page } = app
  const { recipients } = app.pages
  await recipients.lookUp('bounce@shop.example')
  // The reason is shown only once.
  await expect(page.getByText(/^On Bounces since .*: .*550 5\.1\.1/)).toBeVisible()
  await expect(page.getByText(/^The last message hard-bounced on [^.]*\.$/)).toBeVisible()
  await expect(recipients.lastDelivery).toHaveText('Never')
  await expect(recipients.complaints).toHaveText('Not listed')
  await expect(recipients.ownCounters).toHaveText(
    /^Messages 1 · Hard bounced 1 .* The service reports the same counts\.$/,
  )
  await expect(page.getByTitle(/^Complete from /)).toHaveText(/^1 message · /)

  await test.step('the page reloads its data when something changed, not with every frame', async () => {
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    // The end of the sync is a change: the page reloads its data once, and then stops.
    const callsInSixtyFrames = async () => {
      calls.length = 0
      await page.evaluate(async () => {
        for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame)
      })
      return calls.filter((url) => url.endsWith('recipients.get')).length
    }
    await expect.poll(callsInSixtyFrames).toBe(0)
  })

  await test.step('the banner removes the address from the list', async () => {
    await recipients.removeFromBounces.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove 1 address' }).click()
    await expect(recipients.bounces).toHaveText('Not listed')
    await expect(recipients.removeFromBounces).toHaveCount(0)
    await expect(page.getByText(/^The last message hard-bounced on .*550 5\.1\.1/)).toBeVisible()
  })
})

test('a message of a recipient is shown completely, and opens no link without a confirmation', async ({
  app,
  program,
}) => {
  await readThreeMessages(app, program)
  const { page } = app
  const { shell, recipients, detail } = app.pages
  await recipients.lookUp('click+2@shop.example')
  await expect(recipients.delivered).toBeVisible()
  app.expectError(/land-|Failed to fetch dynamically imported module|ERR_FAILED/)
  await page.route('**/assets/land-*', (route) => route.abort())
  await recipients.messages.getByText('Your order').click()

  await expect(detail.subject('Your order')).toBeVisible()
  await detail.details.click()
  await expect(detail.article.getByText('A-77')).toBeVisible()
  await expect(detail.accepted).toBeVisible()
  await expect(detail.article.getByText('https://shop.example/order')).toHaveCount(2)
  await expect(detail.places).toContainText('1 open, 2 clicks')
  await expect(detail.mapNotLoaded).toBeVisible()
  await page.unroute('**/assets/land-*')
  await detail.tryAgain.click()
  await expect(detail.mapNotLoaded).toBeHidden()
  await expect(detail.places).toBeFocused()
  await detail.rawRecord.click()
  await expect(detail.article.getByText('"lastState": "delivered"')).toBeVisible()

  await detail.openLink.first().click()
  await expect(shell.question).toContainText('https://shop.example/order')
  await shell.cancelQuestion.click()
  await detail.askAgain.click()
  await expect(detail.askAgain).toBeEnabled()
  await expect(shell.alert).toHaveCount(0)

  await test.step('a reload shows the same message, and Escape closes it', async () => {
    await page.reload()
    await expect(detail.subject('Your order')).toBeVisible()
    await detail.close.focus()
    await page.keyboard.press('Escape')
    await expect(detail.article).toHaveCount(0)
  })
})

test('an invalid address in the URL is reported, with a way back', async ({ app }) => {
  const { shell, sandbox, recipients } = app.pages
  await expect(sandbox.connectTitle).toBeVisible()
  await shell.open('recipients/not-an-address')
  await expect(recipients.heading('Not an email address')).toBeVisible()
  await recipients.lookUpFirst.click()
  await expect(recipients.address).toBeVisible()
})

test('a person is erased for good once their address has been typed', async ({ app, program }) => {
  await readThreeMessages(app, program)
  const { page } = app
  const { shell, messages, recipients, sync } = app.pages
  await messages.searchFor('to:ada@shop.example')
  await messages.saveViewAs('Our Ada')
  await recipients.lookUp('ada@shop.example')
  await recipients.erase.click()
  await expect(recipients.removeViews).toBeChecked()
  await expect(recipients.erasure.getByText('Our Ada')).toBeVisible()
  await expect(recipients.confirmErasure).toBeDisabled()
  await recipients.typedAddress.fill('ada@shop.exampl')
  await expect(recipients.confirmErasure).toBeDisabled()
  await recipients.typedAddress.fill('ada@shop.example')
  await recipients.confirmErasure.click()
  await expect(recipients.erasedNow).toBeVisible()
  await expect(recipients.lookUpAnother).toBeFocused()
  await expect(page.getByText(/^1 message was removed on/)).toBeVisible()
  await recipients.lookUpAnother.click()
  await expect(recipients.noneYet).toBeVisible()

  await test.step('a sync, the recent searches and the saved views do not bring them back', async () => {
    await shell.messagesLink.click()
    await sync.syncNow.click()
    await expect(sync.syncNow).toBeEnabled()
    await expect(messages.grid.getByText('click+2@shop.example')).toBeVisible()
    await expect(messages.grid.getByText('ada@shop.example')).toHaveCount(0)
    await messages.search.focus()
    await messages.search.press('ArrowDown')
    await expect(messages.option(/ada@shop.example/)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await messages.views.click()
    await expect(messages.saveView).toBeVisible()
    await expect(messages.viewsMenu.getByText('Our Ada')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await recipients.lookUp('ada@shop.example')
    await expect(recipients.erasedEarlier).toBeVisible()
  })
})

test('an interrupted erasure is shown on the page, and its button completes it', async ({ app, program }) => {
  app.expectError(/Failed to load resource/)
  await readThreeMessages(app, program)
  const { recipients } = app.pages
  // A folder with this name makes saving fail, like an error of the disk.
  const inTheWay = join(app.dataFolder, 'outcomes.json')
  await rm(inTheWay, { force: true })
  await mkdir(join(inTheWay, 'kept'), { recursive: true })
  const eraseOnce = async () => {
    await recipients.erase.click()
    await recipients.typedAddress.fill('ada@shop.example')
    await recipients.confirmErasure.click()
  }
  await recipients.lookUp('ada@shop.example')
  await eraseOnce()
  await expect(recipients.erasure).toContainText('This person has not been erased everywhere yet.')
  await app.page.keyboard.press('Escape')
  await expect(recipients.erasure).toHaveCount(0)
  await expect(recipients.unfinishedErasure).toContainText('Mailroom also tries again the next time it starts.')
  await expect(recipients.erase).toBeEnabled()

  await test.step('once the disk accepts writes again, the same button completes the erasure', async () => {
    await rm(inTheWay, { recursive: true })
    await eraseOnce()
    await expect(recipients.erasedNow).toBeVisible()
    // The message was removed by the attempt that failed.
    await expect(app.page.getByText(/^1 message was removed on/)).toBeVisible()
    await recipients.lookUpAnother.click()
    await recipients.lookUp('ada@shop.example')
    await expect(recipients.erasedEarlier).toBeVisible()
    await expect(recipients.unfinishedErasure).toHaveCount(0)
    await expect(recipients.erase).toBeDisabled()
  })
})

test('the page reports a service that does not respond, and still shows the archive’s data', async ({
  app,
  program,
}) => {
  app.expectError(/Failed to load resource/)
  await readThreeMessages(app, program)
  const { shell, sandbox, faults, recipients } = app.pages
  await shell.sandboxLink.click()
  await sandbox.faultsTab.click()
  await faults.status.check()
  await faults.inForce()
  await recipients.lookUp('click+2@shop.example')
  await expect(recipients.delivered).toBeVisible()
  await expect(app.page.getByText(/blacklists and the service’s counters are unknown/)).toBeVisible()
  await shell.sandboxLink.click()
  await sandbox.faultsTab.click()
  await faults.switchAllOff.click()
  await faults.inForce()
  await recipients.lookUp('click+2@shop.example')
  await expect(recipients.bounces).toHaveText('Not listed')
})
