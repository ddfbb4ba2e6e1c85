import { expect, type AppUnderTest } from '../support/fixtures.ts'

export const everybody = ['dan@example.com', 'reject@example.com', 'open+2@example.com']

/** Writes a message to three recipients, complete enough to be sent. */
export async function write(app: AppUnderTest, subject: string): Promise<void> {
  const { drafts, composer, body } = app.pages
  await drafts.link.click()
  await drafts.newMessage.click()
  await expect(composer.to).toBeFocused()
  await composer.from.fill('hello@shop.example')
  await composer.to.fill(everybody.join(', '))
  await composer.to.press('Enter')
  await composer.subject.fill(subject)
  await body.ordinary.click()
  await body.ordinary.pressSequentially('Spring is here.')
  await expect(composer.saved).toBeVisible()
}
