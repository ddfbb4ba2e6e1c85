import { expect, test } from 'vitest'
import type { ReportFormat } from '#shared/contract/base/report-choices.ts'
import { msPerDay } from '#shared/domain/base/durations.ts'
import { cells, ended, file, imported } from '#test/core/imports/support.ts'
import { eventually } from '#test/support/eventually.ts'
import { openAccount, type OpenApp } from '#test/support/open-app.ts'
import { day, made, openShop, question } from './support.ts'

async function make(mailroom: OpenApp, format: ReportFormat, change: { text?: string; metaKey?: string } = {}) {
  const { accountId } = mailroom
  const wanted = { ...question, ...change, accountId, format, from: day, to: day }
  return (await mailroom.ask('reports.make', wanted)).jobId
}

const panels = [
  'Messages per day',
  'Bounces per day',
  'Tags',
  'Mailbox providers',
  'Recipient domains',
  'Senders',
  'API keys',
  'Hours of the week',
  'Bounces by reason',
  'Links',
  'Email platforms',
  'Places',
  'Opens by people and machines',
  'Time to open',
  'Message size',
]

test('a report in HTML has the figures, the tables and the counted messages in a single file', async () => {
  const mailroom = await openShop()
  const { name, bytes } = await made(mailroom, await make(mailroom, 'html'))
  const html = bytes.toString()
  expect(name).toMatch(/^Report Shop .*2023-11-14\.html$/)
  for (const text of [
    '<dd>2023-11-14</dd>',
    '<dd>2023-11-13</dd>',
    '<dd>UTC</dd>',
    '<dd>none</dd>',
    'The archive. Nothing has been read',
  ])
    expect(html).toContain(text)
  expect(html).toMatch(/<span>Requested<\/span><strong>4<\/strong>/)
  expect(html).toMatch(/<span>Delivered<\/span><strong>75\.0%<\/strong>/)
  expect(html).toMatch(/<span>Hard bounces<\/span><strong>25\.0%<\/strong>.*?above 2\.0%/)
  expect(html).toContain('3 delivered messages ÷ 4 messages whose outcome is known')
  expect(html).toContain('<td>invoice</td><td class="number">2</td>')
  expect([...html.matchAll(/<h2>([^<]*?) ?</g)].map(([, title]) => title)).toEqual(panels)
  expect(html).toContain('details known for 0 of 1 refused messages')
  expect(html).toContain('>10 KB to 25 KB</td>')
  expect(html).not.toMatch(/<script|<link|<iframe|https?:\/\/(?!www\.w3\.org\/2000\/svg)|url\(|@import/)
})

test('the notes on its days are above the bars and listed, in every format', async () => {
  const mailroom = await openShop()
  const { accountId } = mailroom
  await mailroom.ask('notes.add', { accountId, id: crypto.randomUUID(), day, text: 'New <b>footer</b>' })
  const html = (await made(mailroom, await make(mailroom, 'html'))).bytes.toString()
  const [, activity = '', listed = ''] = html.split('<section>')
  expect(activity).toMatch(/<title>New &#60;b&#62;footer&#60;\/b&#62;<\/title><text [^>]*>1<\/text>/)
  expect(listed).toContain('<h2>Notes on the days')
  expect(listed).toContain(`>${day}</td><td>New &#60;b&#62;footer&#60;/b&#62;</td>`)
  const { bytes } = await made(mailroom, await make(mailroom, 'csv'))
  expect(bytes.includes('03 Notes on the days.csv')).toBe(true)
})

test('the hours of the week have headings in the format of the settings', async () => {
  const mailroom = await openShop()
  const heads = async () => {
    const html = (await made(mailroom, await make(mailroom, 'html'))).bytes.toString()
    const [row = ''] = /<tr><th[^>]*>Weekday<.*?<\/tr>/s.exec(html) ?? []
    return [...row.matchAll(/<th[^>]*>([^<]*)/g)].map(([, head]) => head)
  }
  expect(await heads()).toEqual(['Weekday', ...Array.from({ length: 24 }, (_, hour) => String(hour))])
  await mailroom.ask('settings.change', { hourFormat: '12' })
  const half = (name: string) => [12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((hour) => `${hour} ${name}`)
  expect(await heads()).toEqual(['Weekday', ...half('AM'), ...half('PM')])
})

test('days and weekdays stay on one line with any number of columns', async () => {
  const mailroom = await openShop()
  const html = (await made(mailroom, await make(mailroom, 'html'))).bytes.toString()
  expect(html).toContain('<th class="name">Weekday</th>')
  expect(html).toContain(`<td class="name">${day}</td>`)
  // A tag may be wider than the page, so its column may wrap.
  expect(html).toContain('<th>Tags</th>')
})

test('foreign text is shown as text in a report, and neither adds markup nor changes the direction', async () => {
  const mailroom = await openShop()
  const html = (await made(mailroom, await make(mailroom, 'html'))).bytes.toString()
  expect(html.match(/<\/style>/g)).toHaveLength(1)
  expect(html).not.toMatch(/<img|onerror=alert\(1\)>[^[]/)
  expect(html).toContain('&#60;/style&#62;&#60;img src=x onerror=alert(1)&#62;[U+202E]evil')
  expect(html).toContain('Shop &#60;/style&#62;&#60;script&#62;alert(1)&#60;/script&#62;')
})

test('filters narrow every figure, are listed, and cannot change the period', async () => {
  const mailroom = await openShop()
  const text = 'tag:invoice OR tag:promotion'
  const html = (await made(mailroom, await make(mailroom, 'html', { text }))).bytes.toString()
  expect(html).toContain(`<dd>${text}</dd>`)
  expect(html).toMatch(/<span>Requested<\/span><strong>3<\/strong>/)
})

test('a metadata key has a separate table', async () => {
  const mailroom = await openShop()
  const html = (await made(mailroom, await make(mailroom, 'html', { metaKey: 'order' }))).bytes.toString()
  expect(html).toContain('<h2>order</h2>')
})

test('CSV tables are one zip file with a table for each panel', async () => {
  const mailroom = await openShop()
  const { name, bytes } = await made(mailroom, await make(mailroom, 'csv'))
  expect(name).toMatch(/\.zip$/)
  for (const [at, panel] of ['Summary', ...panels].entries())
    expect(bytes.includes(`${String(at + 1).padStart(2, '0')} ${panel}.csv`)).toBe(true)
})

test('a PDF is printed by the host, and a host without a printer refuses it with an alternative', async () => {
  const printed: string[] = []
  const mailroom = await openShop((ports) => ({
    capabilities: { ...ports.capabilities, print: true },
    printer: {
      print: (html) => {
        printed.push(html)
        return Promise.resolve(Buffer.from('%PDF-1.7'))
      },
    },
  }))
  const { name, bytes } = await made(mailroom, await make(mailroom, 'pdf'))
  expect(name).toMatch(/\.pdf$/)
  expect(bytes.toString()).toBe('%PDF-1.7')
  expect(printed[0]).toContain('<h2>Tags</h2>')
  await mailroom.restart(() => ({}))
  await expect(make(mailroom, 'pdf')).rejects.toMatchObject({
    code: 'not-offered',
    message: expect.stringMatching(/Choose HTML/) as string,
  })
})

test('a report that is cancelled during printing leaves no file', async () => {
  const printing = Promise.withResolvers<void>()
  const mailroom = await openShop((ports) => ({
    capabilities: { ...ports.capabilities, print: true },
    printer: {
      print: (_html, signal) => {
        printing.resolve()
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error))
        })
      },
    },
  }))
  const id = await make(mailroom, 'pdf')
  await printing.promise
  await mailroom.ask('jobs.cancel', { id })
  expect(await ended(mailroom, id)).toMatchObject({ state: 'cancelled', result: null })
})

test('an account without messages has a report without rates', async () => {
  const mailroom = await openShop()
  const { id } = await mailroom.addAccount({ name: 'Empty' })
  const wanted = { ...question, accountId: id, format: 'html', from: '2020-01-01', to: '2029-12-31' } as const
  const { jobId } = await mailroom.ask('reports.make', wanted)
  const html = (await made(mailroom, jobId)).bytes.toString()
  expect(html).toMatch(/<span>Delivered<\/span><strong>–<\/strong>/)
  expect(html).not.toMatch(/NaN|Infinity|undefined/)
})

test('a report has no changes since days before the archive begins, and says so', async () => {
  const mailroom = await openAccount()
  const { accountId, ask } = mailroom
  const now = Date.now()
  const ago = (days: number) => new Date(now - days * msPerDay)
  const dayAgo = (days: number) => ago(days).toISOString().slice(0, 10)
  await ask('settings.change', { timeZone: 'UTC', language: 'en-US', dateFormat: 'iso' })
  await ask('sync.configure', { accountId, options: { from: Math.floor(ago(20).getTime() / 1000) } })
  await eventually(async () =>
    expect((await ask('archive.info', { accountId })).horizon).toMatchObject({ completeFrom: expect.any(Number) }),
  )
  const table = [0, 1, 4, 25].map((days, at) => cells(at, { createdDate: ago(days), lastStateDate: ago(days) }))
  await imported(mailroom, await file(mailroom, 'json', table))
  const facts = async (days: number) => {
    const wanted = { ...question, accountId, format: 'html', from: dayAgo(days), to: dayAgo(0) } as const
    const html = (await made(mailroom, (await ask('reports.make', wanted)).jobId)).bytes.toString()
    const [, compared] = /<dt>Compared with<\/dt><dd>([^<]*)/.exec(html) ?? []
    const [, change] = /<span>Requested<\/span>.*?<small>(.*?)<\/small>/.exec(html) ?? []
    return { compared, hasChange: change?.trim() !== '' }
  }
  expect(await facts(2)).toEqual({ compared: `${dayAgo(5)} to ${dayAgo(3)}`, hasChange: true })
  const compared = `The archive begins on ${dayAgo(20)}, after the start of the comparison period.`
  expect(await facts(15)).toEqual({ compared, hasChange: false })
})

test('a filter that can’t be read is refused, and not left out of the report', async () => {
  const mailroom = await openShop()
  const { accountId } = mailroom
  const days = { from: '2026-01-01', to: '2026-01-31' }
  const wanted = { ...question, accountId, format: 'html', ...days, text: 'tag:news on:2026-13' } as const
  const refusal = { code: 'invalid-input', message: expect.stringContaining('“2026-13” is not a date.') as string }
  await expect(mailroom.ask('reports.make', wanted)).rejects.toMatchObject(refusal)
})

test('impossible days, and a period that ends before it begins, are refused with an error message', async () => {
  const mailroom = await openShop()
  const wanted = { ...question, accountId: mailroom.accountId, format: 'html' } as const
  await expect(mailroom.ask('reports.make', { ...wanted, from: '2026-02-01', to: '2026-02-30' })).rejects.toMatchObject(
    {
      code: 'invalid-input',
      message: 'The date 2026-02-30 doesn’t exist. Choose another day.',
    },
  )
  await expect(mailroom.ask('reports.make', { ...wanted, from: '2026-02-01', to: '2026-01-01' })).rejects.toMatchObject(
    {
      code: 'invalid-input',
      message: 'The start date is after the end date. Choose another period.',
    },
  )
})
