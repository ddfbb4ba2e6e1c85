import { expect, test } from 'vitest'
import { day, expectError, expectShape, openAccount, type Json } from './support/account.ts'
import { documented } from './support/documented-shapes.ts'

test('message detail contains the record in the documented form', async () => {
  const account = await openAccount({ strict: true })
  await account.send(['click+2@x.org', 'a@x.org', 'bounce@x.org'])
  await account.pass(day)
  for (const record of await account.records()) {
    const detail = (await account.get(`/statistics/message/${record.id}`)) as Json & { msg: Json }
    expectShape(detail, documented.messageDetail)
    const { receivedAt, ...msg } = detail.msg
    expect(msg).toEqual(record.msg)
    expect(receivedAt).toBe(Math.floor(Date.parse(record.createdDate.replace('+0000', 'Z')) / 1000))
    expect(detail).toMatchObject({ messageId: record.id, open: record.open, click: record.click })
    expect([detail['openDetails'], detail['clickDetails']]).toEqual([record.openDetails, record.clickDetails])
  }
})

test('open and click details contain the documented fields', async () => {
  const account = await openAccount()
  await account.send('click+2@x.org', { html: '<a href="https://shop.example/x?a=1&amp;b=2">x</a>' })
  await account.pass(day)
  const { openDetails, clickDetails } = await account.record('click+2@x.org')
  expect(openDetails[0]!.recipient).toEqual({ address: 'click+2@x.org' })
  expect(clickDetails.map(({ url }) => url)).toEqual(Array(2).fill('https://shop.example/x?a=1&b=2'))
  for (const { userAgent, recipient, date } of clickDetails) {
    expect(recipient).toEqual({ address: 'click+2@x.org' })
    expect(Date.parse(date.replace('+0000', 'Z'))).toBeGreaterThan(account.sandbox.clock.now() - day * 1000)
    expect(userAgent).toHaveProperty('country')
  }
})

test.each([
  [false, true],
  [true, false],
])('with strict %s, an open contains its time: %s', async (strict, isDated) => {
  const account = await openAccount({ strict })
  await account.send('open+1@x.org')
  await account.pass(day)
  const record = await account.record('open+1@x.org')
  expect(record.openDetails).toHaveLength(1)
  expect(record.openDetails[0]!.date !== undefined).toBe(isDated)
})

test.each(['x', '0', '000000000000000000000000', '%20', 'null', "' OR 1=1"])('%s is not a message', async (id) => {
  const account = await openAccount()
  expectError(await account.call('GET', `/statistics/message/${encodeURIComponent(id)}`), 404)
})

test('recipient detail counts every message to one address', async () => {
  const account = await openAccount()
  await account.send('click+2@x.org')
  await account.send('click+2@x.org')
  await account.send(['CLICK+2@X.org', 'other@x.org'])
  await account.pass(day)
  const detail = await account.get('/statistics/recipient/click%2B2%40x.org')
  expectShape(detail, documented.recipient)
  // Unique counts are per message: a recipient who opened three messages counts as three openers, as in every
  // statistic.
  expect(detail).toMatchObject({
    requested: 3,
    delivered: 3,
    open: 3,
    click: 6,
    opener: 3,
    clicker: 3,
    unsubscribed: 0,
  })
})

test('recipient detail of other outcomes', async () => {
  const account = await openAccount()
  await account.send(['bounce@x.org', 'softbounce@x.org', 'unsubscribe@x.org'])
  await account.pass(day)
  expect(await account.get('/statistics/recipient/bounce@x.org')).toMatchObject({ delivered: 0, hardbounced: 1 })
  expect(await account.get('/statistics/recipient/softbounce@x.org')).toMatchObject({ delivered: 0, softbounced: 1 })
  expect(await account.get('/statistics/recipient/unsubscribe@x.org')).toMatchObject({ delivered: 1, unsubscribed: 1 })
})

test('the recipient of a strict service has only the seven documented fields', async () => {
  const account = await openAccount({ strict: true })
  await account.send('a@x.org')
  const detail = (await account.get('/statistics/recipient/a@x.org')) as Json
  expect(Object.keys(detail).sort()).toEqual(
    ['click', 'clicker', 'delivered', 'open', 'opener', 'requested', 'unsubscribed'].sort(),
  )
})

test('recipients cover all time, not only 30 days', async () => {
  const account = await openAccount()
  await account.send('a@x.org')
  await account.pass(400 * day)
  expect(await account.get('/statistics/recipient/a@x.org')).toMatchObject({ requested: 1, delivered: 1 })
})

test('a recipient without messages has zeros, and an invalid address is refused', async () => {
  const account = await openAccount()
  const zeros = { requested: 0, delivered: 0, open: 0, click: 0, unsubscribed: 0, opener: 0, clicker: 0 }
  expect(await account.get('/statistics/recipient/nobody@x.org')).toMatchObject(zeros)
  for (const path of ['nobody', '@x.org', 'a%40', 'a%20b@x.org']) {
    expectError(await account.call('GET', `/statistics/recipient/${path}`), 400)
  }
})
