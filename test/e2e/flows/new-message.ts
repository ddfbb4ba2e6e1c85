import { expect, type AppUnderTest } from '../support/fixtures.ts'

/** Opens an empty message in Compose. */
export async function newMessage({ pages: { drafts, composer } }: Pick<AppUnderTest, 'pages'>): Promise<void> {
  await drafts.link.click()
  await drafts.newMessage.click()
  await expect(composer.to).toBeFocused()
}
