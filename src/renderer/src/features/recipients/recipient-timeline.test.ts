import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/contract/base/error.ts'
import {
  pageSize,
  RecipientTimeline,
  type RecipientAnswer,
  type RecipientMessage,
} from './recipient-timeline.svelte.ts'

/** A recipient with `total` messages. The row numbers count down, because the newest comes first. */
function person(total: number) {
  const state = { total, fails: false, asked: [] as number[] }
  const ask = (offset: number, limit: number): Promise<RecipientAnswer> => {
    state.asked.push(offset)
    if (state.fails) return Promise.reject(new AppError('offline', 'no'))
    const rows = Array.from({ length: Math.max(0, Math.min(limit, state.total - offset)) }, (_none, place) => ({
      row: state.total - offset - place,
    }))
    const answer: Partial<RecipientAnswer> = {
      email: 'ada@shop.example',
      total: state.total,
      messages: rows as RecipientMessage[],
    }
    return Promise.resolve(answer as RecipientAnswer)
  }
  return { state, timeline: new RecipientTimeline(ask) }
}

/** All answers are ready at once, so one turn of the event loop delivers them. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('the timeline of a recipient', () => {
  it('fetches each later page once, when it comes into view', async () => {
    const { state, timeline } = person(450)
    await timeline.load()
    timeline.show(0, 30)
    timeline.show(190, 410)
    timeline.show(190, 410)
    expect(timeline.rowAt(200)).toBeUndefined()
    await settled()
    expect(state.asked).toEqual([0, pageSize, 2 * pageSize])
    expect(timeline.rowAt(449)?.row).toBe(1)
    expect(timeline.indexOf(1)).toBe(449)
    expect(timeline.indexOf(451)).toBe(-1)
  })

  it('starts over when messages arrived meanwhile', async () => {
    const { state, timeline } = person(300)
    await timeline.load()
    timeline.show(0, 299)
    await settled()
    state.total = 301
    await timeline.load()
    expect(timeline.rowAt(0)?.row).toBe(301)
    expect(timeline.rowAt(250)).toBeUndefined()
    timeline.show(0, 299)
    await settled()
    expect(timeline.rowAt(250)?.row).toBe(51)
  })

  it('keeps its rows when a page fails, and fetches the page again on retry', async () => {
    const { state, timeline } = person(300)
    await timeline.load()
    state.fails = true
    timeline.show(200, 220)
    timeline.show(200, 221)
    await settled()
    expect(state.asked).toHaveLength(2)
    expect(timeline.pageError).toEqual(new AppError('offline', 'no'))
    expect(timeline.rowAt(0)?.row).toBe(300)
    state.fails = false
    timeline.retry()
    await settled()
    expect(timeline.pageError).toBeNull()
    expect(timeline.rowAt(200)?.row).toBe(100)
  })
})
