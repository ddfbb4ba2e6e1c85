import type { Fields, Shape } from './shape-checks.ts'
import * as is from './shape-checks.ts'

/**
 * The resources in the documentation of the service (its part 2) as data. `answered` is everything that a service may
 * return, including variants that clients have met (dates in every form, null for absent); `documented` is the one
 * form that the sandbox returns.
 */

const seconds = is.matching('epoch seconds', /^\d{1,11}$/)
const isoLoose = is.matching('a date', /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?)?( ?(Z|[+-]\d\d:?\d\d))?$/)
const isoSample = is.matching(
  'a date like 2026-01-31T12:00:00.000+0000',
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+0000$/,
)

type Reading = {
  epoch: Shape
  iso: Shape
  /** A documented field that a service may omit. */
  may: (shape: Shape) => Shape
  exact: boolean
}

const counters = [
  'error',
  'rejected',
  'requested',
  'deferred',
  'scheduled',
  'filtered',
  'delivered',
  'hardbounced',
  'softbounced',
  'open',
  'click',
  'read',
  'unsubscribed',
  'complaint',
  'opener',
  'clicker',
] as const

const counts = (...names: readonly string[]): Fields => Object.fromEntries(names.map((name) => [name, is.count]))

const keyFields = { text: is.text, flag: is.flag, ips: is.optional(is.arrayOf(is.text)) }

/** Undocumented fields, which a strict sandbox leaves out. */
const moreOfBlacklistEntry = (epoch: Shape): Fields => ({
  id: is.optional(is.text),
  blacklist: is.optional(is.among('bounces', 'complaints', 'unsubscribes')),
  listName: is.optional(is.text),
  createdDate: is.optional(epoch),
  lastModifiedDate: is.optional(epoch),
})
const moreOfDetail: Fields = {
  apiKey: is.text,
  createdDate: seconds,
  lastStateDate: seconds,
  lastState: is.text,
  tags: is.arrayOf(is.text),
  meta: is.optional(is.mapOf(is.text, is.anything)),
}

// eslint-disable-next-line max-lines-per-function -- a table with one entry for each answer of the interface
function shapesOf({ epoch, iso, may, exact }: Reading) {
  const struct = (fields: Fields): Shape => is.struct(fields, { exact })
  const bucket = is.matching('epoch seconds of a UTC midnight', /^\d{5,11}$/)
  const midnight: Shape = (value, at) => [
    ...bucket(value, at),
    ...(Number(value) % 86_400 === 0 ? [] : [`${at} is not a UTC midnight`]),
  ]
  const firstOfMonth: Shape = (value, at) => [
    ...midnight(value, at),
    ...(new Date(Number(value) * 1000).getUTCDate() === 1 ? [] : [`${at} is not the first day of a month`]),
  ]
  const userAgent = struct({
    ...Object.fromEntries(
      [
        'ip',
        'country',
        'region',
        'city',
        'postcode',
        'operatingSystem',
        'language',
        'browser',
        'webmail',
        'deviceType',
      ].map((name) => [name, may(is.text)]),
    ),
    latitude: may(is.number),
    longitude: may(is.number),
  })
  const openDetail = struct({
    userAgent: may(userAgent),
    recipient: may(struct({ address: is.text })),
    // Undocumented; a strict sandbox leaves it out.
    date: is.optional(iso),
  })
  const openDetails = is.arrayOf(exact ? openDetail : is.either(openDetail, isoLoose, is.integer))
  const clickDetail = exact
    ? struct({ url: is.text, date: iso, userAgent, recipient: struct({ address: is.text }) })
    : is.anything
  /** In practice, some services return `id` instead of `messageId`. */
  const detailOf = (fields: Fields): Shape =>
    is.either(
      struct({ messageId: is.text, ...fields }),
      struct({ id: is.text, ...(exact && { messageId: is.text, ...moreOfDetail }), ...fields }),
    )
  const platforms = is.arrayOf(struct({ open: is.count, name: is.text, type: is.among('application', 'webmail') }))
  return {
    status: struct({ status: is.among('success', 'failure') }),
    exportRecord: struct({
      id: is.text,
      apiKey: may(is.text),
      createdDate: epoch,
      lastStateDate: epoch,
      from: is.text,
      email: is.text,
      subject: may(is.text),
      size: is.count,
      tags: is.optional(exact ? is.text : is.either(is.text, is.arrayOf(is.text))),
      lastState: is.text,
      open: is.count,
      click: is.count,
    }),
    messages: struct({
      total: is.count,
      messages: is.arrayOf(
        struct({
          id: is.text,
          apiKey: may(is.text),
          createdDate: iso,
          lastStateDate: iso,
          msg: struct({ from: is.text, email: is.text, subject: may(is.text), size: is.count }),
          tags: is.optional(is.arrayOf(is.text)),
          lastState: is.text,
          meta: is.optional(is.mapOf(is.text, is.anything)),
          reason: is.optional(is.text),
          open: is.count,
          click: is.count,
          openDetails: may(openDetails),
          clickDetails: may(is.arrayOf(clickDetail)),
        }),
      ),
    }),
    messageDetail: detailOf({
      msg: struct({ receivedAt: epoch, from: is.text, email: is.text, subject: may(is.text), size: is.count }),
      open: is.count,
      click: is.count,
      openDetails: may(openDetails),
      clickDetails: may(is.arrayOf(clickDetail)),
    }),
    recipient: is.struct(counts('requested', 'delivered', 'open', 'click', 'unsubscribed', 'opener', 'clicker')),
    byName: is.mapOf(is.text, struct(counts(...counters)), { emptyArray: !exact }),
    activities: is.mapOf(
      exact ? midnight : bucket,
      struct(counts('delivered', 'open', 'click', 'unsubscribed', 'complaint', 'opener', 'clicker')),
      { emptyArray: !exact },
    ),
    bounces: is.mapOf(exact ? midnight : bucket, struct(counts('requested', 'hardbounced', 'softbounced')), {
      emptyArray: !exact,
    }),
    platforms: is.mapOf(exact ? firstOfMonth : bucket, platforms, { emptyArray: !exact }),
    platformTotals: exact ? struct({ open: is.count }) : is.either(platforms, is.struct({ open: is.count })),
    localisations: is.arrayOf(
      struct({
        ...counts('open', 'click', 'opener', 'clicker'),
        country: may(is.text),
        city: may(is.text),
        latitude: may(is.number),
        longitude: may(is.number),
      }),
    ),
    apiKey: is.either(
      struct({
        id: is.text,
        hash: may(is.text),
        key: may(is.text),
        iPFilterEnabled: keyFields.flag,
        allowedIPs: keyFields.ips,
        description: may(is.text),
        createdAt: is.optional(epoch),
        updatedAt: may(epoch),
        enabled: exact ? is.flag : is.either(is.flag, is.text),
      }),
      ...(exact ? [] : [is.struct({ id: is.text, ipFilterEnabled: keyFields.flag, allowedIps: keyFields.ips })]),
    ),
    domain: struct({
      id: is.text,
      // The list has none.
      accountId: is.optional(is.text),
      sending: is.text,
      tracking: may(is.text),
      createdAt: may(epoch),
      updatedAt: may(epoch),
      ...Object.fromEntries(
        ['verifiedDkim', 'verifiedSpf', 'verifiedMx', 'verifiedA', 'verifiedTracking', 'verifiedDomain', 'default'].map(
          (name) => [name, is.flag],
        ),
      ),
      ...(exact
        ? {
            email: is.optional(is.text),
            records: is.arrayOf(struct({ type: is.text, name: is.text, value: is.text, verified: is.flag })),
          }
        : {}),
    }),
    /** The entries are in a field with the list’s name, beside the total. */
    blacklist: (type: string) =>
      struct({
        total: is.count,
        [type]: is.arrayOf(
          exact
            ? struct({ email: is.text, date: epoch, reason: is.text, ...moreOfBlacklistEntry(epoch) })
            : is.either(
                is.struct({ email: is.text, date: epoch, reason: is.optional(is.text) }),
                is.struct({ email: is.text, createdDate: epoch }),
              ),
        ),
      }),
    blacklistEntry: is.struct({ email: is.text }),
    user: struct({
      id: is.text,
      username: is.text,
      civility: may(is.among(1, 2)),
      customerType: may(is.among(...(exact ? [0, 1] : [0, 1, '0', '1']))),
      ...Object.fromEntries(
        [
          'firstName',
          'lastName',
          'company',
          'activity',
          'job',
          'address',
          'address2',
          'zipCode',
          'city',
          'country',
          'phone',
          'mobile',
        ].map((name) => [name, may(is.text)]),
      ),
      settings: may(
        struct({
          newsletter: may(is.flag),
          language: may(is.text),
          dateFormat: may(is.text),
          timeFormat: may(is.text),
          timezone: may(is.text),
        }),
      ),
    }),
  }
}

const anyDate = is.either(is.integer, seconds, isoLoose)

export type Shapes = ReturnType<typeof shapesOf>

export const answered = shapesOf({ epoch: anyDate, iso: anyDate, may: is.optional, exact: false })
export const documented = shapesOf({ epoch: is.integer, iso: isoSample, may: (shape) => shape, exact: true })
