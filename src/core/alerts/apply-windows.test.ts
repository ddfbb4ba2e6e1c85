import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AlertRule } from '#shared/contract/alerts.ts'
import { changesOf, type JudgedWindow, type Verdict } from '#shared/domain/alerts/judge.ts'
import { newState, type KeptAlerts } from './alert-file.ts'
import { applyWindows } from './apply-windows.ts'
import { firstToJudge } from './late-windows.ts'

const rule: AlertRule = {
  id: crypto.randomUUID(),
  name: 'Silence',
  isOn: true,
  zone: 'UTC',
  search: '',
  condition: { kind: 'silence', hours: 1 },
}

const windowOf = (bucket: number, verdict: Verdict): JudgedWindow => ({
  judged: { from: bucket * 3600, to: (bucket + 1) * 3600, value: { part: 0, whole: null }, before: null },
  verdict,
})

const anyVerdict = fc.constantFrom<Verdict[]>('fires', 'between', 'calm', 'volume')
/** How long after its end each bucket is read. */
const anyDays = fc.array(fc.tuple(anyVerdict, fc.integer({ min: 0, max: 6 })), { minLength: 1, maxLength: 25 })

it('keeps the history that judging in turn gives, in whatever order the archive is read', () => {
  fc.assert(
    fc.property(anyDays, (days) => {
      let kept: KeptAlerts = { rules: [rule], states: {}, events: [], sharedBy: {} }
      const all = days.map(([verdict], bucket) => windowOf(bucket, verdict))
      for (let now = 0; now < days.length + 7; now++) {
        const newest = Math.min(now, days.length - 1)
        const isComplete = (bucket: number) => bucket === 0 || bucket + (days[bucket]?.[1] ?? 0) <= now
        const first = firstToJudge(rule, kept.states[rule.id] ?? newState, newest, isComplete)
        const since = Math.max(0, first)
        const windows = all
          .slice(since, newest + 1)
          .map((window, at) => (isComplete(since + at) ? window : { ...window, verdict: 'gap' as const }))
        const before = kept.states[rule.id]?.firing ?? null
        const { next, fired } = applyWindows(kept, { rule, windows, since, domains: null, now })
        kept = next
        const firing = kept.states[rule.id]?.firing ?? null
        // Each alert that began is told, and none that is over by now.
        if (firing !== null && before === null) expect(fired.map(({ id }) => id)).toContain(firing)
        if (firing === before) expect(fired.map(({ id }) => id)).not.toContain(firing)
      }
      const lived = kept.events
        .flatMap(({ fired, ended }) => [{ kind: 'fired', judged: fired }, ended && { kind: 'ended', judged: ended }])
        .filter((change) => change !== null)
        .sort((one, other) => one.judged.from - other.judged.from)
      expect(lived).toEqual(changesOf(false, all))
      const { firing, missed } = kept.states[rule.id]!
      expect(kept.events.filter(({ ended }) => ended === null).map(({ id }) => id)).toEqual(firing ? [firing] : [])
      expect(missed).toEqual([])
    }),
  )
})

it('records a late alert once, even if its state could not be stored', () => {
  const verdicts: Verdict[] = ['calm', 'fires', 'between']
  const run = { windows: verdicts.map((verdict, bucket) => windowOf(bucket, verdict)), since: 0 }
  const states = { [rule.id]: { ...newState, lastBucket: 2, missed: [1] } }
  const first = applyWindows(
    { rules: [rule], states, events: [], sharedBy: {} },
    { rule, ...run, domains: null, now: 3 },
  )
  const again = applyWindows({ ...first.next, states }, { rule, ...run, domains: null, now: 4 })
  expect(again.next.events).toEqual(first.next.events)
  expect(again.fired).toEqual(first.fired)
  expect(again.next.states).toEqual(first.next.states)
  expect(first.fired).toHaveLength(1)
})
