import type { Account } from '#shared/contract/accounts.ts'
import type { MenuAction } from '#shared/contract/base/menu-actions.ts'
import type { AppState } from '../lib/state/app-state.svelte.ts'
import { loadCopyAnswer } from '../features/messages/index.ts'
import { savedViews, sortText } from '../features/query/index.ts'
import { recentRecipients } from '../features/recipients/index.ts'
import type { IconName } from '../lib/ui/icons/icons.ts'
import { offeredViews } from './views.ts'

export type Action = {
  readonly id: string
  readonly title: string
  readonly group: string
  /** Words that find the action but are not shown. */
  readonly keywords?: string
  /** Shown instead of the group. */
  readonly detail?: string
  readonly icon?: IconName
  readonly shortcut?: string
  readonly run: () => void
}

/** The shell’s own commands by the ids that native menus use: a menu item without a command does not compile. */
export type ShellCommands = Readonly<
  Record<MenuAction | 'compose.openTest' | 'search.help' | 'sidebar.choose', () => void>
>

/** The palette entries for the shell’s own commands. */
const ownActions = {
  'compose.new': { title: 'New message', group: 'Messages', icon: 'edit', shortcut: 'C' },
  'compose.openTest': { title: 'Send a test message…', group: 'Messages', icon: 'send' },
  'accounts.add': { title: 'Add account…', group: 'Accounts', icon: 'plus' },
  'sidebar.toggle': { title: 'Show or hide the sidebar', group: 'Window', icon: 'panel', shortcut: 'Mod+B' },
  'sidebar.choose': {
    title: 'Choose the views in the sidebar…',
    group: 'Window',
    keywords: 'hide show',
    icon: 'panel',
  },
  'jobs.toggle': { title: 'Show or hide jobs', group: 'Window', icon: 'history', shortcut: 'Mod+J' },
  'inspector.toggle': { title: 'Show or hide the inspector', group: 'Window', icon: 'panel', shortcut: 'Mod+I' },
  'manual.open': { title: 'Manual', group: 'Help', icon: 'help', shortcut: 'Shift+F1' },
  'keys.open': { title: 'Keyboard shortcuts', group: 'Help', icon: 'keyboard', shortcut: '?' },
  'search.help': { title: 'How to search', group: 'Help', keywords: 'help syntax', icon: 'help', shortcut: 'F1' },
  'about.open': { title: 'About Mailroom', group: 'Help', icon: 'info' },
} as const satisfies Partial<Record<keyof ShellCommands, Omit<Action, 'id' | 'run'>>>

/** A read-only account would refuse the test message, so none is offered. */
export function sendsTests(account: Account | null): boolean {
  return account !== null && !account.readOnly
}

/** All palette actions, in palette order. */
export function shellActions(app: AppState, commands: ShellCommands, importInto: (account: Account) => void): Action[] {
  const own = (id: keyof typeof ownActions): Action => ({ id, ...ownActions[id], run: commands[id] })
  return [
    ...goToView(app),
    ...(sendsTests(app.current) ? [own('compose.openTest')] : []),
    ...(app.current ? [own('compose.new')] : []),
    ...openInAccount(app),
    ...switchAccount(app),
    ...moveMessages(app, importInto),
    ...writeTemplates(app),
    own('accounts.add'),
    ...changeAppearance(app),
    own('sidebar.toggle'),
    own('sidebar.choose'),
    own('jobs.toggle'),
    own('inspector.toggle'),
    newWindow(app, commands),
    own('manual.open'),
    own('keys.open'),
    own('search.help'),
    own('about.open'),
  ]
}

/** Browsers reserve the new-window shortcut for themselves. */
function newWindow(app: AppState, commands: ShellCommands): Action {
  const isOwn = app.info.capabilities.window
  return {
    id: 'window.new',
    title: isOwn ? 'Open this view in a new window' : 'Open this view in a new tab',
    group: 'Window',
    keywords: 'window tab',
    icon: 'external-link',
    ...(isOwn && { shortcut: 'Mod+Shift+N' }),
    run: commands['window.new'],
  }
}

function goToView(app: AppState): Action[] {
  return offeredViews(app.current).map((view, index) => ({
    id: `go.${view.path}`,
    title: `Go to ${view.title}`,
    group: 'Views',
    icon: view.icon,
    ...(index < 9 && { shortcut: `Mod+${index + 1}` }),
    run: () => app.router.go([view.path]),
  }))
}

function openInAccount(app: AppState): Action[] {
  const { current } = app
  if (!current) return []
  const views = savedViews(app, current.id).map((view): Action => ({
    id: `view.${view.name}`,
    title: `Open view: ${view.name}`,
    group: 'Saved views',
    icon: 'star',
    run: () => app.router.go(['messages'], { q: view.text, sort: sortText(view.sort) }),
  }))
  const recipients = recentRecipients(app.settings, current.id).map((email): Action => ({
    id: `recipient.${email}`,
    title: email,
    group: 'Recent recipients',
    icon: 'user',
    run: () => app.router.go(['recipients', email]),
  }))
  const abilities: Action = {
    id: 'accounts.abilities',
    title: 'What this account can do',
    group: 'Accounts',
    icon: 'list',
    run: () => app.router.go(['overview', 'abilities']),
  }
  return [...views, ...recipients, abilities]
}

function switchAccount(app: AppState): Action[] {
  return app.accounts
    .filter((account) => account.id !== app.currentId)
    .map((account) => ({
      id: `account.${account.id}`,
      title: `Switch to ${account.name}`,
      group: 'Accounts',
      icon: account.kind === 'sandbox' ? 'sandbox' : 'user',
      run: () => void app.select(account.id).catch(app.fail),
    }))
}

function moveMessages(app: AppState, importInto: (account: Account) => void): Action[] {
  const { current } = app
  if (!current) return []
  const start = () => app.host.invoke('sync.now', { accountId: current.id })
  const sync: Action = {
    id: 'sync.now',
    title: 'Sync now',
    group: 'Messages',
    icon: 'refresh',
    run: () => void app.begin(start, 'The sync has started.'),
  }
  const importFile: Action = {
    id: 'imports.open',
    title: 'Import a file…',
    group: 'Messages',
    icon: 'upload',
    run: () => importInto(current),
  }
  const exportFile: Action = {
    id: 'exports.new',
    title: 'Export messages…',
    group: 'Messages',
    icon: 'download',
    run: () => app.router.go(['exports', 'new']),
  }
  const scheduleExport: Action = {
    id: 'exports.schedule',
    title: 'Schedule an export…',
    group: 'Messages',
    icon: 'clock',
    run: () => app.router.go(['exports', 'schedules', 'new']),
  }
  const copySummary: Action = {
    id: 'messages.copyAnswer',
    title: 'Copy delivery summary',
    group: 'Messages',
    icon: 'copy',
    shortcut: 'Y',
    run: () => void copyAnswer(app).catch(app.fail),
  }
  return [
    ...(current.storeHistory && current.keyState !== 'missing' ? [sync] : []),
    ...(current.storeHistory ? [copySummary] : []),
    importFile,
    exportFile,
    ...(app.info.capabilities.saveToDisk ? [scheduleExport] : []),
  ]
}

async function copyAnswer(app: AppState): Promise<void> {
  const { copyChosenAnswer } = await loadCopyAnswer()
  await copyChosenAnswer(app)
}

function writeTemplates(app: AppState): Action[] {
  if (!app.current || app.current.readOnly) return []
  const run = () => app.router.go(['templates', 'new'])
  return [{ id: 'templates.new', title: 'New template', group: 'Messages', icon: 'template', run }]
}

function changeAppearance(app: AppState): Action[] {
  const themes = [
    { theme: 'system', name: 'match system', icon: 'monitor' },
    { theme: 'light', name: 'light', icon: 'sun' },
    { theme: 'dark', name: 'dark', icon: 'moon' },
  ] as const
  const density = app.settings.density === 'compact' ? 'comfortable' : 'compact'
  return [
    ...themes.map(({ theme, name, icon }) => ({
      id: `theme.${theme}`,
      title: `Theme: ${name}`,
      group: 'Appearance',
      icon,
      run: () => app.change({ theme }),
    })),
    {
      id: 'density.toggle',
      title: `Density: ${density}`,
      group: 'Appearance',
      icon: 'table',
      run: () => app.change({ density }),
    },
  ]
}
