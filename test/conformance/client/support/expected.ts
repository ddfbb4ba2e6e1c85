import type { Json, WireRecord } from '../../support/account.ts'

/**
 * What the client must return for a response of the sandbox. It is computed from the documented form without the
 * client’s readers, so that their mistakes show.
 */
const noExtra = { extra: null }

const seconds = (value: unknown): number => (value as number) * 1000
const time = (value: unknown): number => Date.parse(String(value).replace('+0000', 'Z'))

const agentTexts = ['ip', 'country', 'region', 'city', 'postcode', 'operatingSystem', 'language', 'browser'] as const

function agent(given: Json): Json {
  const texts = [...agentTexts, 'webmail', 'deviceType'].map((name) => [name, given[name] ?? ''])
  const { latitude = null, longitude = null } = given
  return { ...Object.fromEntries(texts), latitude, longitude, ...noExtra }
}

function details({ openDetails, clickDetails }: Pick<WireRecord, 'openDetails' | 'clickDetails'>): Json {
  return {
    openDetails: openDetails.map(({ date, userAgent, recipient }) => ({
      // Undocumented: a strict sandbox leaves it out.
      date: date === undefined ? null : time(date),
      userAgent: agent(userAgent),
      recipient: recipient.address,
      url: '',
      ...noExtra,
    })),
    clickDetails: clickDetails.map(({ url, date, userAgent, recipient }) => ({
      date: time(date),
      userAgent: agent(userAgent),
      recipient: recipient.address,
      url,
      ...noExtra,
    })),
  }
}

export function message(given: WireRecord): Json {
  const { id, apiKey, createdDate, lastStateDate, msg, tags, lastState, meta, reason, open, click } = given
  return {
    id,
    apiKey,
    createdDate: time(createdDate),
    lastStateDate: time(lastStateDate),
    msg: { receivedAt: null, ...msg, ...noExtra },
    tags: tags ?? [],
    lastState,
    meta,
    reason: reason ?? '',
    open,
    click,
    ...details(given),
    ...noExtra,
  }
}

export function messageDetail(given: Json): Json {
  const {
    messageId,
    open,
    click,
    apiKey = '',
    createdDate,
    lastStateDate,
    lastState = '',
    tags = [],
    meta = null,
  } = given
  const summary = given['msg'] as Json
  const textSeconds = (value: unknown): number | null => (value === undefined ? null : seconds(Number(value)))
  return {
    messageId,
    open,
    click,
    apiKey,
    createdDate: textSeconds(createdDate),
    lastStateDate: textSeconds(lastStateDate),
    lastState,
    tags,
    meta,
    msg: { ...summary, receivedAt: seconds(summary['receivedAt']), ...noExtra },
    ...details(given as unknown as WireRecord),
    ...noExtra,
  }
}

export function exportRecord({ createdDate, lastStateDate, tags, ...rest }: Json): Json {
  const list = tags === undefined ? [] : String(tags).split(',')
  return {
    ...rest,
    createdDate: seconds(createdDate),
    lastStateDate: seconds(lastStateDate),
    tags: list,
    ...noExtra,
  }
}

export function apiKey({ iPFilterEnabled, allowedIPs, createdAt, updatedAt, ...rest }: Json): Json {
  return {
    ...rest,
    ipFilterEnabled: iPFilterEnabled,
    allowedIps: allowedIPs,
    ...noExtra,
    createdAt: seconds(createdAt),
    updatedAt: seconds(updatedAt),
  }
}

export function domain({ accountId = '', createdAt, updatedAt, records = [], email = '', ...rest }: Json): Json {
  return {
    ...rest,
    accountId,
    email,
    createdAt: seconds(createdAt),
    updatedAt: seconds(updatedAt),
    ...noExtra,
    records: (records as Json[]).map((record) => ({ ...record, ...noExtra })),
  }
}

/** `name` repeats `templateName`. */
export function template({ name: _same, createdAt, updatedAt, ...rest }: Json): Json {
  return { ...rest, createdAt: seconds(createdAt), updatedAt: seconds(updatedAt), ...noExtra }
}

export function user(given: Json): Json {
  return {
    ...given,
    customerType: Number(given['customerType']),
    settings: { ...(given['settings'] as Json), ...noExtra },
    ...noExtra,
  }
}

/** `createdDate` repeats the date. A strict sandbox has only the documented fields. */
export function blacklistEntry({ email, date, reason, listName, createdDate: _same, ...extra }: Json): Json {
  const more = Object.keys(extra).length === 0 ? null : extra
  return { email, date: seconds(date), reason, list: listName ?? '', extra: more }
}

/** Responses whose keys are epoch seconds, in order of time. */
export function days(given: unknown): Json[] {
  return Object.entries(given as Record<string, Json>)
    .map(([key, counts]) => ({ date: Number(key) * 1000, ...counts, ...noExtra }))
    .sort((a, b) => a.date - b.date)
}

export function named(given: unknown): Json[] {
  return Object.entries(given as Record<string, Json>).map(([name, counts]) => ({ name, ...counts, ...noExtra }))
}

export function months(given: unknown): Json[] {
  return Object.entries(given as Record<string, Json[]>)
    .flatMap(([key, entries]) => entries.map((entry) => ({ month: Number(key) * 1000, ...entry, ...noExtra })))
    .sort((a, b) => a.month - b.month)
}

export function totals(given: unknown): Json[] {
  return [{ month: null, name: '', type: '', ...(given as Json), ...noExtra }]
}

export function plain(given: unknown): Json {
  return { ...(given as Json), ...noExtra }
}
