import type { AlertCondition } from '../../contract/alerts.ts'

/**
 * Rules suggested to a new user. They use the limits above which mailbox providers hold mail back, and notice a program
 * that has stopped sending.
 */
export const rulePresets: readonly { readonly name: string; readonly condition: AlertCondition }[] = [
  {
    name: 'Too many hard bounces',
    condition: {
      kind: 'rate',
      measure: 'hard',
      provider: null,
      limit: 0.02,
      end: 0.015,
      minimum: 200,
      window: { unit: 'day', count: 7 },
    },
  },
  {
    name: 'Too many complaints',
    condition: {
      kind: 'rate',
      measure: 'complaints',
      provider: null,
      limit: 0.001,
      end: 0.0005,
      minimum: 1000,
      window: { unit: 'day', count: 7 },
    },
  },
  { name: 'No messages sent', condition: { kind: 'silence', hours: 24 } },
]
