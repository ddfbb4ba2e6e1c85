import { describe, expect, it } from 'vitest'
import type { MessageEvent } from '#shared/contract/messages.ts'
import { timeline, withoutDetails } from './message-timeline.ts'

const event = (kind: MessageEvent['kind'], date: number | null): MessageEvent => ({
  kind,
  date,
  url: '',
  ip: '',
  client: '',
  agent: '',
  device: '',
  place: '',
  language: '',
  latitude: null,
  longitude: null,
})
const message = { createdDate: 1_000, lastStateDate: 2_000, lastState: 'delivered', reason: 'slow' }
const names = (entries: ReturnType<typeof timeline>) =>
  entries.map((entry) => (entry.kind === 'state' ? entry.state : entry.event.kind))

describe('the timeline of a message', () => {
  it('is in time order, with undated events at the end', () => {
    const events = [event('open', null), event('click', 600_000), event('open', 500_000)]
    expect(names(timeline(message, events))).toEqual(['requested', 'delivered', 'open', 'click', 'open'])
  })

  it('puts a state before the events of the same second', () => {
    expect(names(timeline(message, [event('open', 2_000)]))).toEqual(['requested', 'delivered', 'open'])
    expect(names(timeline({ ...message, lastStateDate: 1_000 }, [event('open', 1_000)]))[0]).toBe('requested')
  })

  it('shows a state once, together with its reason', () => {
    expect(names(timeline({ ...message, lastState: 'requested' }, []))).toEqual(['requested'])
    expect(timeline(message, [])[1]).toMatchObject({ state: 'delivered', reason: 'slow' })
  })

  it('counts events without details', () => {
    expect(withoutDetails({ open: 3, click: 0 }, [event('open', 1), event('click', 2)])).toEqual({
      opens: 2,
      clicks: 0,
    })
  })
})
