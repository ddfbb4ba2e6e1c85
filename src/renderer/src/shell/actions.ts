import type { Account } from '#shared/contract/accounts.ts'
import type { MenuAction } from '#shared/contract/base/menu-actions.ts'
import type { AppState } from '../lib/state/app-state.svelte.ts'
import { sortText } from '../features/messages/query/query-text.ts'
import { savedViews } from '../features/messages/query/saved-views.ts'
import { recentRecipients } from '../features/recipients/recent-recipients.ts'
import type { IconName } from '../lib/ui/icons/icons.ts'
import { offeredViews } from './views.ts'

export type Action = {
  readonly id: string
  readonly title: string
  readonly group: string
  readonly icon?: IconName
  readonly shortcut?: string
  readonly run: () => void
}

/** What the shell itself can do, by the ids that native menus use: a menu item without an answer does not compile. */
export type ShellCommands = Readonly<Record<MenuAction | 'compose.openTest', () => void>>

/** A read-only account offers nothing that it would refuse. */
export function sendsTests(account: Account | null): boolean {
  return account !== null && !account.readOnly
}

function syncNow(app: AppState, { id: accountId }: Account): Action {
  const start = async () => {
    const { jobId } = await app.host.invoke('sync.now', { accountId })
    app.follow(jobId, 'The sync has begun.')
  }
  return {
    id: 'sync.now',
    title: 'Sync now',
    group: 'Messages',
    icon: 'refresh',
    run: () => void start().catch((thrown: unknown) => app.fail(thrown)),
  }
}

export function shellActions(app: AppState, commands: ShellCommands, importInto: (account: Account) => void): Action[] {
  const { current } = app
  const goTo = offeredViews(app.current).map((view, index): Action => ({
    id: `go.${view.path}`,
    title: `Go to ${view.title}`,
    group: 'Go to',
    icon: view.icon,
    ...(index < 9 && { shortcut: `Mod+${index + 1}` }),
    run: () => app.router.go([view.path]),
  }))
  const switchTo = app.accounts
    .filter((account) => account.id !== app.currentId)
    .map((account): Action => ({
      id: `account.${account.id}`,
      title: `Switch to ${account.name}`,
      group: 'Accounts',
      icon: account.kind === 'sandbox' ? 'sandbox' : 'user',
      run: () => void app.host.invoke('accounts.select', { id: account.id }).catch((error: unknown) => app.fail(error)),
    }))
  const test: Action = {
    id: 'compose.openTest',
    title: 'Send a test message…',
    group: 'Messages',
    icon: 'send',
    run: commands['compose.openTest'],
  }
  const id = app.currentId
  const views = id === null ? [] : savedViews(app, id)
  const opened = views.map((view): Action => ({
    id: `view.${view.name}`,
    title: `Open view: ${view.name}`,
    group: 'Saved views',
    icon: 'star',
    run: () => app.router.go(['messages'], { q: view.text, sort: sortText(view.sort) }),
  }))
  const recent = id === null ? [] : recentRecipients(app.settings, id)
  const people = recent.map((email): Action => ({
    id: `recipient.${email}`,
    title: email,
    group: 'Recent recipients',
    icon: 'user',
    run: () => app.router.go(['recipients', email]),
  }))
  const themes = (['system', 'light', 'dark'] as const).map((theme): Action => ({
    id: `theme.${theme}`,
    title: `Theme: ${theme === 'system' ? 'as the system' : theme}`,
    group: 'Look',
    icon: theme === 'dark' ? 'moon' : theme === 'light' ? 'sun' : 'monitor',
    run: () => app.change({ theme }),
  }))
  const density = app.settings.density === 'compact' ? 'comfortable' : 'compact'
  return [
    ...goTo,
    ...(sendsTests(app.current) ? [test] : []),
    ...opened,
    ...people,
    ...switchTo,
    ...(current?.storeHistory ? [syncNow(app, current)] : []),
    ...(current
      ? [
          {
            id: 'imports.open',
            title: 'Import a file…',
            group: 'Messages',
            icon: 'upload' as const,
            run: () => importInto(current),
          },
        ]
      : []),
    { id: 'accounts.add', title: 'Add account…', group: 'Accounts', icon: 'plus', run: commands['accounts.add'] },
    ...themes,
    {
      id: 'density.toggle',
      title: `Density: ${density}`,
      group: 'Look',
      icon: 'table',
      run: () => app.change({ density }),
    },
    {
      id: 'sidebar.toggle',
      title: 'Show or hide the sidebar',
      group: 'Window',
      icon: 'panel',
      shortcut: 'Mod+B',
      run: commands['sidebar.toggle'],
    },
    {
      id: 'jobs.toggle',
      title: 'Show or hide jobs',
      group: 'Window',
      icon: 'history',
      shortcut: 'Mod+J',
      run: commands['jobs.toggle'],
    },
    {
      id: 'inspector.toggle',
      title: 'Show or hide the inspector',
      group: 'Window',
      icon: 'panel',
      shortcut: 'Mod+I',
      run: commands['inspector.toggle'],
    },
    {
      id: 'keys.open',
      title: 'Keyboard keys',
      group: 'Help',
      icon: 'keyboard',
      shortcut: '?',
      run: commands['keys.open'],
    },
    { id: 'logs.open', title: 'Show the log', group: 'Help', icon: 'list', run: () => app.router.go(['logs']) },
    { id: 'about.open', title: 'About Mailroom', group: 'Help', icon: 'info', run: commands['about.open'] },
  ]
}
