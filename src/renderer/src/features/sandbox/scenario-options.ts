import type { SandboxSeed } from '#shared/contract/sandbox.ts'

export const seedChoices: readonly { value: SandboxSeed; label: string; detail: string }[] = [
  {
    value: 'demo',
    label: 'A shop’s quarter',
    detail: '50,000 messages over 90 days: invoices, resets, shipping, newsletters, a bad week.',
  },
  { value: 'empty', label: 'Empty', detail: 'One key and nothing else: for the tests of your own program.' },
  {
    value: 'million',
    label: 'A million messages',
    detail: 'To see how everything behaves at size. Filling it takes a while.',
  },
]
