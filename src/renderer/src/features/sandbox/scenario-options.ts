import type { ScenarioName } from '#shared/contract/base/scenario.ts'

export const scenarioOptions: readonly { value: ScenarioName; label: string; detail: string }[] = [
  {
    value: 'demo',
    label: 'Sample shop (90 days)',
    detail: '50,000 messages over 90 days: invoices, password resets, shipping, newsletters and a bad week.',
  },
  { value: 'empty', label: 'Empty', detail: 'One key and nothing else, for testing your program.' },
  {
    value: 'million',
    label: 'A million messages',
    detail: 'See how everything behaves at scale. Loading takes a while.',
  },
]
