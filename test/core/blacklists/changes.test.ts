import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { CommandInput } from '#shared/contract/table.ts'
import { json, serve } from '#test/support/api-client.ts'
import { eventually } from '#test/support/eventually.ts'
import { ManualClock } from '#test/support/manual-clock.ts'
import { openAccount, openApp, type OpenApp } from '#test/support/open-app.ts'
import { anyScope, emailsOf, listService, manyEntries, readLists } from './support.ts'

async function add(mailroom: OpenApp, emails: readonly string[], more: Partial<CommandInput<'blacklists.add'>> = {}) {
  const { accountId } = mailroom
  for (const email of emails) {
    await mailroom.ask('blacklists.add', { accountId, type: 'bounces', email, reason: 'by hand', list: '', ...more })
  }
}

async function jobOf(mailroom: OpenApp, jobId: string) {
  return eventually(async () => {
    const job = (await mailroom.ask('jobs.list')).find(({ id }) => id === jobId)
    expect(job?.endedAt).not.toBeNull()
    return job!
  })
}

async function remove(mailroom: OpenApp, emails: string[], type = 'bounces') {
  const { jobId } = await mailroom.ask('blacklists.remove', { accountId: mailroom.accountId, type, emails })
  return jobOf(mailroom, jobId)
}

async function changes(mailroom: OpenApp) {
  const { changes: all } = await mailroom.ask('blacklists.log', { accountId: mailroom.accountId })
  return all.map(({ action, email, outcome }) => `${action} ${email}: ${outcome}`)
}

test('additions and removals appear at once, at the service and in the log, which survives a restart', async () => {
  const mailroom = await openAccount({}, { scenario: 'empty' })
  await add(mailroom, ['a@x.org', 'b@x.org', 'c@x.org'])
  expect((await emailsOf(mailroom)).toSorted()).toEqual(['a@x.org', 'b@x.org', 'c@x.org'])
  const job = await remove(mailroom, ['a@x.org', 'b@x.org'])
  expect(job).toMatchObject({ state: 'done', result: { text: '2 addresses removed.' } })
  expect(await emailsOf(mailroom)).toEqual(['c@x.org'])
  const { lists } = await readLists(mailroom)
  expect(lists[0]).toMatchObject({ count: 1, total: 1, isWhole: true })
  await mailroom.restart()
  expect((await changes(mailroom)).toSorted()).toEqual([
    'added a@x.org: done',
    'added b@x.org: done',
    'added c@x.org: done',
    'removed a@x.org: done',
    'removed b@x.org: done',
  ])
  const { changes: log } = await mailroom.ask('blacklists.log', { accountId: mailroom.accountId })
  expect(log[0]).toMatchObject({ user: mailroom.service.credentials.user, at: expect.any(Number) as number })
})

test('an address that is not on the list needs no removal, and a refusal is logged with its reason', async () => {
  const mailroom = await openAccount({}, { scenario: 'empty' })
  expect((await remove(mailroom, ['a@x.org'])).state).toBe('done')
  await add(mailroom, ['a@x.org'])
  await expect(add(mailroom, ['a@x.org'])).rejects.toMatchObject({ code: 'conflict' })
  mailroom.service.control.setFaults([{ kind: 'status', path: '/blacklists/*', status: 403 }])
  const job = await remove(mailroom, ['a@x.org'])
  expect(job).toMatchObject({ state: 'failed', error: { code: 'blacklist-unchanged' } })
  expect(await changes(mailroom)).toEqual([
    'removed a@x.org: refused',
    'added a@x.org: refused',
    'added a@x.org: done',
    'removed a@x.org: done',
  ])
  expect(await emailsOf(mailroom)).toEqual(['a@x.org'])
})

test('a service that offers no removals keeps its addresses, and so does the copy', async () => {
  const { url } = await listService(manyEntries(3))
  const mailroom = await openApp()
  const { id: accountId } = await mailroom.addAccount({ baseUrl: url })
  await readLists(mailroom)
  const emails = await emailsOf(mailroom)
  const job = await remove(mailroom, emails)
  expect(job).toMatchObject({ state: 'failed', error: { code: 'blacklist-unchanged' } })
  expect(await emailsOf(mailroom)).toEqual(emails)
  expect((await changes(mailroom)).toSorted()).toEqual(emails.map((email) => `removed ${email}: refused`).toSorted())
  const state = await mailroom.ask('blacklists.state', { accountId })
  expect(state.cannotRemove).toContain('doesn’t let you remove')
})

test('if the response to a removal is lost, the address stays and the outcome can be checked', async () => {
  const mailroom = await openAccount({}, { scenario: 'empty' })
  await add(mailroom, ['a@x.org'])
  mailroom.service.control.setFaults([{ kind: 'cut', path: '/blacklists/*' }])
  await remove(mailroom, ['a@x.org'])
  expect(await changes(mailroom)).toEqual(['removed a@x.org: unknown', 'added a@x.org: done'])
  expect(await emailsOf(mailroom)).toEqual(['a@x.org'])
  expect(await mailroom.ask('outcomes.list')).toMatchObject([{ kind: 'blacklist', state: 'unknown' }])
})

test('a person erased before the service responds to a change of theirs is not named again', async () => {
  const held = Promise.withResolvers<void>()
  const server = await serve(({ method }, response) => {
    if (method === 'GET') json(response, {}, 404)
    else void held.promise.then(() => json(response, { status: 'success' }))
  })
  onTestFinished(() => server.close())
  const mailroom = await openApp()
  const { id: accountId } = await mailroom.addAccount({ baseUrl: server.url })
  const added = Promise.all([add(mailroom, ['ada@x.org']), add(mailroom, ['bob@x.org'])])
  const removed = remove(mailroom, ['ada@x.org', 'eve@x.org'])
  const sent = () => server.seen.filter(({ method, url }) => method === 'DELETE' || url.endsWith('/blacklists'))
  await eventually(() => expect(sent()).toHaveLength(4))
  await mailroom.ask('recipients.erase', { accountId, email: 'Ada@x.org' })
  held.resolve()
  await added
  expect(await removed).toMatchObject({ result: { text: '2 addresses removed.' } })
  expect((await changes(mailroom)).toSorted()).toEqual(['added bob@x.org: done', 'removed eve@x.org: done'])
  expect(await emailsOf(mailroom)).toEqual(['bob@x.org'])
  // An address that is listed after the erasure is a new decision.
  await add(mailroom, ['ada@x.org'])
  expect(await changes(mailroom)).toContain('added ada@x.org: done')
})

test('a log that cannot be written stops no change, and is complete once it can be', async () => {
  const mailroom = await openAccount({}, { scenario: 'empty' })
  await readLists(mailroom)
  const log = join(mailroom.folder, 'blacklists', mailroom.accountId, 'changes.jsonl')
  await mkdir(log)
  await add(mailroom, ['a@x.org', 'b@x.org', 'c@x.org'])
  expect((await emailsOf(mailroom)).toSorted()).toEqual(['a@x.org', 'b@x.org', 'c@x.org'])
  const job = await remove(mailroom, ['a@x.org', 'b@x.org'])
  expect(job).toMatchObject({ state: 'done', result: { text: '2 addresses removed.' } })
  expect(await emailsOf(mailroom)).toEqual(['c@x.org'])
  await rm(log, { recursive: true })
  // The file that is here again lacks every change so far.
  await writeFile(log, '')
  await remove(mailroom, ['c@x.org'])
  await mailroom.restart()
  expect(await changes(mailroom)).toHaveLength(6)
})

test('a read-only account refuses every change with its reason, without calling the service', async () => {
  const mailroom = await openAccount({ readOnly: true }, { scenario: 'empty' })
  const { accountId } = mailroom
  await readLists(mailroom)
  mailroom.service.control.clearRequests()
  await expect(add(mailroom, ['a@x.org'])).rejects.toMatchObject({ code: 'read-only-account' })
  await expect(remove(mailroom, ['a@x.org'])).rejects.toMatchObject({ code: 'read-only-account' })
  expect(mailroom.service.control.requests()).toEqual([])
  const state = await mailroom.ask('blacklists.state', { accountId })
  expect(state.cannotAdd).toContain('read-only')
  expect(state.cannotRemove).toContain('read-only')
})

test('a mass event is one row that represents all of its addresses', async () => {
  const mailroom = await openAccount({}, { scenario: 'empty', clock: { running: false } })
  const outage = Array.from({ length: 25 }, (_none, at) => `user${at}@down.example`)
  await add(mailroom, [...outage, 'one@other.example'])
  await readLists(mailroom)
  const asked = { ...anyScope, accountId: mailroom.accountId, grouped: true }
  const { items, matches, edition } = await mailroom.ask('blacklists.rows', { ...asked, offset: 0, limit: 10 })
  expect(matches).toBe(26)
  expect(items.map((item) => (item.kind === 'event' ? [item.domain, item.count] : item.email)).toSorted()).toEqual([
    ['down.example', 25],
    'one@other.example',
  ])
  const place = items.findIndex(({ kind }) => kind === 'event')
  const { emails } = await mailroom.ask('blacklists.addresses', {
    ...asked,
    edition,
    ranges: [{ first: place, last: place }],
  })
  expect(emails.toSorted()).toEqual(outage.toSorted())
  await remove(mailroom, emails)
  // The positions now refer to other addresses.
  const again = { ...asked, edition, ranges: [{ first: 0, last: 0 }] }
  await expect(mailroom.ask('blacklists.addresses', again)).rejects.toMatchObject({ code: 'conflict' })
  expect(await emailsOf(mailroom)).toEqual(['one@other.example'])
})

test('a pasted list is checked against all lists, two lists are compared, and growth is counted', async () => {
  const mailroom = await openAccount({}, { scenario: 'empty' })
  const { accountId } = mailroom
  await add(mailroom, ['a@x.org', 'b@x.org'])
  await add(mailroom, ['b@x.org'], { type: 'complaints' })
  const text = 'Ann <A@x.org>, b@x.org; c@x.org\nc@x.org'
  const checked = await mailroom.ask('blacklists.check', { accountId, text })
  expect(checked).toMatchObject({ addresses: 3, listed: 2, others: 1, clean: 'c@x.org' })
  expect(checked.found.map(({ email, type }) => `${email} ${type}`)).toEqual([
    'a@x.org bounces',
    'b@x.org bounces',
    'b@x.org complaints',
  ])
  expect(await emailsOf(mailroom, { other: { type: 'complaints', isOn: true } })).toEqual(['b@x.org'])
  expect(await emailsOf(mailroom, { other: { type: 'complaints', isOn: false } })).toEqual(['a@x.org'])
  const now = Math.floor(Date.now() / 1000)
  const starts = [now - 7200, now - 3600, now + 3600]
  expect(await mailroom.ask('blacklists.growth', { accountId, type: 'bounces', starts })).toEqual({
    before: 0,
    added: [0, 2, 0],
  })
})

test('the entries of a search are written to a file', async () => {
  const mailroom = await openAccount({}, { scenario: 'empty' })
  await add(mailroom, ['a@x.org', 'b@y.org'])
  const asked = { ...anyScope, accountId: mailroom.accountId, text: 'y.org', format: 'csv' as const }
  const { jobId } = await mailroom.ask('blacklists.export', asked)
  const { result } = await jobOf(mailroom, jobId)
  const { path, name } = mailroom.app.files.find(result!.fileToken!)
  expect(name).toBe('Shop bounces.csv')
  const content = await readFile(path, 'utf8')
  expect(content).toContain('b@y.org')
  expect(content).not.toContain('a@x.org')
})

test('entries count as new if they were added since the previous visit', async () => {
  const clock = new ManualClock(Date.UTC(2026, 5, 1))
  const entries = manyEntries(10, Date.UTC(2026, 5, 1) / 1000)
  const { url } = await listService(entries)
  const mailroom = await openApp(() => ({ clock }))
  const { id: accountId } = await mailroom.addAccount({ baseUrl: url })
  const visit = async () => {
    await mailroom.ask('blacklists.visit', { accountId })
    return (await mailroom.ask('blacklists.state', { accountId })).lists[0]?.news
  }
  await readLists(mailroom)
  expect(await visit()).toBeNull()
  clock.advance(3_600_000)
  entries.unshift({ email: 'late@x.org', date: clock.now() / 1000 - 60, reason: '' })
  await readLists(mailroom)
  expect(await visit()).toBe(1)
  // A reload a minute later is the same visit.
  clock.advance(60_000)
  expect(await visit()).toBe(1)
  clock.advance(3_600_000)
  expect(await visit()).toBe(0)
})
