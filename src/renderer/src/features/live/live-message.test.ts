import { describe, expect, it } from 'vitest'
import type { LiveRow } from '#shared/contract/live.ts'
import { liveMessage } from './live-message.ts'

const row: LiveRow = {
  id: 'm-1',
  email: 'jane@x.example',
  from: 'shop@x.example',
  subject: 'Hello',
  apiKey: 'k',
  size: null,
  createdDate: 1000,
  lastStateDate: null,
  lastState: 'delivered',
  tags: ['order'],
  open: 1,
  click: 0,
  meta: { order: 7 },
  reason: null,
}
const detail = {
  id: 'm-1',
  email: 'jane@x.example',
  from: 'shop@x.example',
  subject: 'Hello',
  receivedAt: 900,
  size: 42,
  open: 3,
  click: 1,
  openDetails: [{ date: 2000 }],
  clickDetails: [],
  extra: { pool: 'b' },
}

describe('a message of a live search', () => {
  it('has the state of the list and the newer counts of the details', () => {
    expect(liveMessage(row, detail)).toMatchObject({
      lastState: 'delivered',
      tags: ['order'],
      meta: { order: 7 },
      createdDate: 1000,
      lastStateDate: 1000,
      open: 3,
      click: 1,
      size: 42,
      openDetails: [{ date: 2000 }],
      extra: { pool: 'b' },
    })
  })

  it('is shown before its details arrive, and not at all when it has no date', () => {
    expect(liveMessage(row, null)).toMatchObject({ subject: 'Hello', open: 1 })
    expect(liveMessage({ ...row, createdDate: null }, detail)).toMatchObject({ createdDate: 900 })
    expect(liveMessage({ ...row, createdDate: null }, { ...detail, receivedAt: null })).toBeNull()
  })
})
