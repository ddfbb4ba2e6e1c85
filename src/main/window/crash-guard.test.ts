import { expect, it } from 'vitest'
import { CrashGuard } from './crash-guard.ts'

it('reloads a page that crashed, and asks when it crashes a third time within a minute', () => {
  let now = 0
  const guard = new CrashGuard(() => now)
  expect(guard.crashed()).toBe('reload')
  now = 10_000
  expect(guard.crashed()).toBe('reload')
  now = 59_000
  expect(guard.crashed()).toBe('ask')
})

it('forgets crashes of long ago', () => {
  let now = 0
  const guard = new CrashGuard(() => now)
  for (let hour = 0; hour < 5; hour++) {
    now = hour * 3_600_000
    expect(guard.crashed()).toBe('reload')
  }
})
