import { expect, it } from 'vitest'
import { badgeCount } from './badge-count.ts'

it('counts sends that run or wait for the user, and alerts that nobody has looked at', () => {
  const states = ['waiting', 'sending', 'paused', 'interrupted', 'sent', 'stopped', 'failed'] as const
  expect(badgeCount({ sends: states.map((state) => ({ state })), unseenAlerts: 0 })).toBe(3)
  expect(badgeCount({ sends: [], unseenAlerts: 2 })).toBe(2)
  expect(badgeCount({ sends: [], unseenAlerts: 0 })).toBe(0)
})
