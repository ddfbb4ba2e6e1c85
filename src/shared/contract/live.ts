import { z } from 'zod'
import { command } from './base/define.ts'
import { freeObject } from './base/free-object.ts'
import { messageRow, messages } from './messages.ts'

const accountId = z.string().max(80)
const json = z.json()
const moment = z.number().nullable()
const values = z.array(z.string().trim().min(1).max(400)).max(200)

/** A row as the service reported it. Values that the service did not report are null and never invented. */
export const liveRow = z.strictObject({
  ...messageRow.omit({ row: true, complete: true }).shape,
  size: z.number().nullable(),
  createdDate: moment,
  lastStateDate: moment,
  meta: freeObject.nullable(),
  reason: z.string().nullable(),
})
export type LiveRow = z.infer<typeof liveRow>

/** The service’s own filter. An empty list matches every value. */
export const liveFilter = z.strictObject({
  /** Seconds since the epoch, both ends included. */
  from: z.number().int().min(0),
  to: z.number().int().min(0),
  froms: values,
  apiKeys: values,
  tags: values,
})
export type LiveFilter = z.infer<typeof liveFilter>

export const live = {
  /** Searches in the service itself and stores nothing. */
  'live.search': command(
    z.strictObject({
      accountId,
      ...liveFilter.shape,
      page: z.number().int().min(1),
      pageSize: z.number().int().min(1).max(500),
    }),
    z.strictObject({
      rows: z.array(liveRow),
      /** The number of matches on all pages; null if the service does not report it. */
      total: z.number().int().nullable(),
      /** The number of records on this page that could not be read, and some of the reasons. */
      problems: z.number().int(),
      reasons: z.array(z.string()),
      askedAt: z.number(),
    }),
  ),
  'live.detail': command(
    z.strictObject({ accountId, messageId: z.string().min(1).max(1000) }),
    z.strictObject({
      message: z.strictObject({
        ...liveRow.pick({ id: true, email: true, from: true, subject: true, size: true, open: true, click: true })
          .shape,
        receivedAt: moment,
        openDetails: z.array(json),
        clickDetails: z.array(json),
        extra: freeObject.nullable(),
      }),
      events: messages['messages.get'].output.shape.events,
      askedAt: z.number(),
    }),
  ),
}
