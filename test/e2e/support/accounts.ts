import type { Sandbox } from '#sandbox/create-sandbox.ts'
import type { MailroomPages } from '../pages/mailroom-pages.ts'

export type AddedAccount = {
  name: string
  service: Sandbox
  /** Whether the account keeps its history on this disk. */
  stored?: boolean
}

/** Fills in the form for an account and presses the button that tests the connection and saves. */
export async function addAccount(
  { shell, accountForm }: MailroomPages,
  { name, service, stored = true }: AddedAccount,
): Promise<void> {
  await shell.open('accounts/new')
  await accountForm.fill({ name, url: service.url, ...service.credentials })
  if (!stored) await accountForm.forgoHistory()
  await accountForm.testAndAdd.click()
}

/** Adds the account `Shop` although no service answers at its address, and opens its messages. */
export async function addUnreachableShop(
  { shell, accountForm, messages }: MailroomPages,
  { stored = true } = {},
): Promise<void> {
  await shell.open('accounts/new')
  await accountForm.fill({ name: 'Shop', url: 'http://127.0.0.1:9/v1', user: 'ada', key: 'key-of-nobody-0001' })
  if (!stored) await accountForm.forgoHistory()
  await accountForm.testAndAdd.click()
  await accountForm.saveWithoutTest.click()
  await shell.messagesLink.click()
  await messages.title.waitFor()
}
