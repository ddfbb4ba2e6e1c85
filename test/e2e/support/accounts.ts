import type { Sandbox } from '#sandbox/create-sandbox.ts'
import { accountDefaults } from '#shared/contract/account-defaults.ts'
import type { CommandInput } from '#shared/contract/table.ts'
import type { Ask } from '#test/support/test-ports.ts'
import type { MailroomPages } from '../pages/mailroom-pages.ts'

export type AddedAccount = {
  name: string
  service: Pick<Sandbox, 'url' | 'credentials'>
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

/** The app under test; `ask` is null if it runs in a separate process. */
type CommandedApp = { readonly ask: Ask | null; readonly pages: MailroomPages }

/** What the form saves for an account. */
export function newAccount({ name, service, stored = true }: AddedAccount): CommandInput<'accounts.create'> {
  const { user, key } = service.credentials
  const profile = { ...accountDefaults, name, baseUrl: service.url, user, storeHistory: stored }
  return { profile, key, keep: 'keychain' }
}

/**
 * Adds the first account of an app, and leaves the overview open. It skips the form if the app accepts commands
 * directly.
 */
export async function openAccount(app: CommandedApp, account: AddedAccount): Promise<void> {
  if (app.ask === null) await addAccount(app.pages, account)
  else await app.ask('accounts.create', newAccount(account))
  await app.pages.overview.title.waitFor()
}

// Nothing listens there.
const nowhere = { url: 'http://127.0.0.1:9/v1', credentials: { user: 'ada', key: 'key-of-nobody-0001' } }

/** Adds the account `Shop` with an address at which no service responds, and opens its messages. */
export async function addUnreachableShop(
  { shell, accountForm, messages }: MailroomPages,
  { stored = true } = {},
): Promise<void> {
  await shell.open('accounts/new')
  await accountForm.fill({ name: 'Shop', url: nowhere.url, ...nowhere.credentials })
  if (!stored) await accountForm.forgoHistory()
  await accountForm.testAndAdd.click()
  await accountForm.saveWithoutTest.click()
  await shell.messagesLink.click()
  await messages.title.waitFor()
}

/** The same for an app without accounts. It skips the form if the app accepts commands directly. */
export async function openUnreachableShop(app: CommandedApp, { stored = true } = {}): Promise<void> {
  if (app.ask === null) return addUnreachableShop(app.pages, { stored })
  const { shell, messages } = app.pages
  await openAccount(app, { name: 'Shop', service: nowhere, stored })
  await shell.messagesLink.click()
  await messages.title.waitFor()
}
