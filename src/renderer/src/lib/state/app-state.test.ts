import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import type { AppEvent } from '#shared/contract/events.ts'
import type { FirstCalls } from '../host/first-calls.ts'
import type { Host, Link } from '../host/host.ts'
import { AppState } from './app-state.svelte.ts'

beforeEach(() => {
  vi.stubGlobal('location', { hash: '' })
  vi.stubGlobal('history', { state: null, replaceState: () => undefined })
  vi.stubGlobal('addEventListener', () => undefined)
})
afterEach(() => void vi.unstubAllGlobals())

const shop = { id: 'shop', name: 'Shop' }
const store = { id: 'store', name: 'Store' }

/** A page with a core whose list of accounts is set by the test. */
async function open() {
  const core = { accounts: { accounts: [shop], currentId: 'shop' } }
  let emit: (event: AppEvent) => void = () => undefined
  let become: (link: Link) => void = () => undefined
  const host = {
    invoke: () => Promise.resolve(core.accounts),
    subscribe: (listener: (event: AppEvent) => void) => (emit = listener),
    onLink: (listener: (link: Link) => void) => (become = listener),
    isOfOtherBuild: () => false,
  }
  const answers = {
    info: { notices: [], capabilities: {} },
    settings: {},
    accounts: core.accounts,
    jobs: [],
    outcomes: [],
  }
  const first = { answers: Promise.resolve(answers), end: () => [] }
  const app = await AppState.open(host as unknown as Host, first as unknown as FirstCalls, vi.fn())
  return { core, app, emit: (event: unknown) => emit(event as AppEvent), become: (link: Link) => become(link) }
}

test('an account that was added is the current one before the event of it comes, and stays so', async () => {
  const { core, app, emit } = await open()
  expect(app.current).toBe(shop)
  core.accounts = { accounts: [shop, store], currentId: 'store' }
  await app.readAccounts()
  // A view opened from this point on belongs to the new account.
  expect([app.current, app.accounts.length]).toEqual([store, 2])
  emit({ name: 'accounts.changed', payload: core.accounts })
  expect([app.current, app.accounts.length]).toEqual([store, 2])
})

test('while Mailroom is away, its banner alone says so: calls that fail for that raise no toast', async () => {
  const { app, become } = await open()
  const gone = new AppError('host-gone', 'Mailroom isn’t responding.')
  const shown = () => app.toasts.shown.map(({ message }) => message)
  become('down')
  app.fail(gone)
  expect(shown()).toEqual([])
  app.fail(new AppError('disk-full', 'The disk is full.'))
  expect(shown()).toEqual(['The disk is full.'])
  become('up')
  app.fail(gone)
  expect(shown()).toEqual(['The disk is full.', 'Mailroom isn’t responding.'])
})

test('a finished job is announced without its title where the sentence has it, and goes once the file was saved', async () => {
  const { app, emit } = await open()
  const end = (id: string, title: string, text: string) => {
    app.follow(id, 'Started.')
    emit({
      name: 'jobs.changed',
      payload: { id, title, endedAt: 1, result: { text, fileToken: 'token' }, error: null },
    })
  }
  end('one', 'Export: Shop.csv', '3 rows exported to “Shop.csv”.')
  end('two', 'Weekly figures', 'The report is ready.')
  expect(app.toasts.shown.map(({ message, detail }) => [message, detail])).toEqual([
    ['3 rows exported to “Shop.csv”.', undefined],
    ['The report is ready.', 'Weekly figures'],
  ])
  app.toasts.dismissAbout('one')
  expect(app.toasts.shown).toHaveLength(1)
})

test('what is chosen in the native menu before the window can act on it is run once, when it can', async () => {
  const { app, emit } = await open()
  emit({ name: 'app.action', payload: { action: 'about.open' } })
  const acted: string[] = []
  const stop = app.onAction((action) => acted.push(action))
  expect(acted).toEqual(['about.open'])
  app.act('settings.open')
  stop()
  app.onAction((action) => acted.push(action))
  expect(acted).toEqual(['about.open', 'settings.open'])
})
