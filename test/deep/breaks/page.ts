import type { Break } from './break.ts'

const features = 'src/renderer/src/features'
const lib = 'src/renderer/src/lib'

export const pageBreaks: readonly Break[] = [
  {
    name: 'an undo merges a command with the typing before it',
    noun: 'drafts',
    file: `${features}/editor/html/source/html-source.svelte.ts`,
    find: 'isTyping &&',
    replace: '',
    tests: [`${features}/editor/html/source/html-source.test.ts`],
  },
  {
    name: 'a redo brings back a table that something else has changed since',
    noun: 'drafts',
    file: `${features}/editor/document/people-history.ts`,
    find: 'if (!step || step.before !== now) return null',
    replace: 'if (!step) return null',
    tests: [`${features}/drafts/people/people-grid.test.ts`],
  },
  {
    name: 'a send at a chosen time can be taken back like one that was just confirmed',
    noun: 'sends',
    file: `${features}/sends/confirm/undo-sends.svelte.ts`,
    find: "send.state !== 'waiting' || send.isScheduled",
    replace: "send.state !== 'waiting'",
    tests: [`${features}/sends/confirm/send-choice.test.ts`],
  },
  {
    name: 'a load that is late replaces a newer value',
    noun: 'page state',
    file: `${lib}/state/loader.svelte.ts`,
    find: '    this.#turn++\n    this.value = value',
    replace: '    this.value = value',
    tests: [`${lib}/state/loader.test.ts`],
  },
  {
    name: 'a page of an earlier search is shown among the rows of the next',
    noun: 'messages',
    file: `${lib}/state/paged-rows.svelte.ts`,
    find: 'if (edition !== this.#edition) return\n      this.#pages =',
    replace: 'this.#pages =',
    tests: [`${lib}/state/paged-rows.test.ts`],
  },
  {
    name: 'the keyboard stays on its line when new messages move the rows down',
    noun: 'messages',
    file: `${lib}/ui/table/selection.ts`,
    find: 'Math.max(-1, this.active + rows)',
    replace: 'Math.max(-1, this.active)',
    tests: [`${lib}/ui/table/selection.test.ts`, `${features}/messages/search/moved-selection.test.ts`],
  },
  {
    name: 'an event whose end comes in two pieces is not heard',
    noun: 'host',
    file: `${lib}/host/event-stream.ts`,
    find: 'Math.max(pending.length - 1, 0)',
    replace: 'pending.length',
    tests: [`${lib}/host/event-stream.test.ts`],
  },
  {
    name: 'a person is erased whatever address was typed',
    noun: 'recipients',
    file: `${lib}/ui/dialogs/ConfirmDialog.svelte`,
    find: 'typed.trim() === typeToConfirm',
    replace: "typed.trim() !== ''",
    tests: ['test/e2e/recipients.e2e.ts'],
  },
  {
    name: 'an account that cannot list its users seems to have none',
    noun: 'users',
    file: `${features}/users/UsersPage.svelte`,
    find: 'list.value?.users ?? null',
    replace: 'list.value?.users ?? []',
    tests: ['test/e2e/users.e2e.ts'],
  },
  {
    name: 'a tab that a key leads to has the focus and is not chosen',
    noun: 'page components',
    file: `${lib}/ui/layout/Tabs.svelte`,
    find: 'choose(target)\n',
    replace: 'void target\n',
    tests: ['test/e2e/export-schedules.e2e.ts'],
  },
]
