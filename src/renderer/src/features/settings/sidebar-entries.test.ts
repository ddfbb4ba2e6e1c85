import { expect, test } from 'vitest'
import { groupEntries, readHidden, shownEntries, type SidebarEntry } from './sidebar-entries.ts'

const entry = (path: string, group: SidebarEntry['group']): SidebarEntry => ({ path, title: path, icon: 'mail', group })
const entries = [
  entry('messages', 'monitor'),
  entry('keys', 'develop'),
  entry('alerts', 'monitor'),
  entry('settings', 'app'),
]
const pathsOf = (list: readonly SidebarEntry[]) => list.map(({ path }) => path)

test('entries stand in their groups, and a group without any is not there', () => {
  const groups = groupEntries(entries).map((group) => [group.title, pathsOf(group.entries)])
  expect(groups).toEqual([
    ['Monitor', ['messages', 'alerts']],
    ['Develop', ['keys']],
    ['Mailroom', ['settings']],
  ])
})

test('a hidden view is shown while it is open', () => {
  expect(pathsOf(shownEntries(entries, ['alerts', 'keys'], 'messages'))).toEqual(['messages', 'settings'])
  expect(pathsOf(shownEntries(entries, ['alerts', 'keys'], 'keys'))).toEqual(['messages', 'keys', 'settings'])
})

test('Settings is never hidden, and what another version stored is passed over', () => {
  expect(readHidden({ hiddenViews: ['settings', 7, 'alerts', null] })).toEqual(['alerts'])
  expect(readHidden({ hiddenViews: 'alerts' })).toEqual([])
  expect(readHidden({})).toEqual([])
})
