import { startDns, type DnsService } from '#test/support/dns/dns-service.ts'
import type { Zone } from '#test/support/dns/zone.ts'
import { openAccount } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { expect, test as base, type AppUnderTest } from './support/fixtures.ts'
import { expectNotice } from './support/hosts/system.ts'
import type { StartService } from './support/service.ts'

/** Uses the test’s DNS server instead of the computer’s. */
const test = base.extend<{ dns: DnsService }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the needs of a fixture from a pattern.
  dns: async ({}, use) => {
    const dns = await startDns({})
    await use(dns)
    await dns.close()
  },
  dataFiles: async ({ dns }, use) => {
    await use({ 'settings.json': JSON.stringify({ dnsServers: [dns.address], dnsPublicResolvers: false }) })
  },
})

const shopZone: Zone = {
  'shop.test NS': ['ns.shop.test'],
  'ns.shop.test A': ['127.0.0.1'],
  'shop.test TXT': ['v=spf1 include:a.test ~all', 'v=spf1 mx -all'],
  'shop.test A': ['192.0.2.25'],
  'shop.test MX': ['10 mx.mailroom.example'],
  '_dmarc.shop.test TXT': ['v=DMARC1; p=none; rua=mailto:d@shop.test'],
  'track.shop.test CNAME': ['track.mailroom.example'],
}

async function openDomains({ app, startService }: { app: AppUnderTest; startService: StartService }): Promise<void> {
  await openAccount(app, { name: 'Shop', service: await startService() })
  await app.pages.shell.open('domains')
}

test('a domain is added by keyboard, its records are fixed, and it is verified', async ({ app, dns, startService }) => {
  dns.zone = shopZone
  await openDomains({ app, startService })
  const { page } = app
  const { domains, shell } = app.pages
  await expect(domains.all).toBeVisible()
  expect(await violations(page), 'the list').toEqual([])

  await test.step('missing fields are reported before anything is sent', async () => {
    await domains.add.press('Enter')
    await domains.sending.fill('shop')
    await domains.email.press('Enter')
    await expect(domains.dialog).toContainText('Enter a name such as example.com.')
    expect(await violations(page), 'the form').toEqual([])
    await domains.sending.fill('shop.test')
    await domains.tracking.fill('track.shop.test')
    await domains.email.fill('postmaster@shop.test')
    await domains.email.press('Enter')
    await expect(domains.dialog).toBeHidden()
    expect(page.url()).toMatch(/#\/domains\/shop\.test$/)
  })

  await test.step('two SPF records are merged into one, which can be copied', async () => {
    await expect(domains.record('SPF', 'Wrong')).toContainText(
      'There are 2 SPF records, so receivers use none of them.',
    )
    await expect(domains.record('SPF', 'Wrong')).toContainText(
      'v=spf1 include:a.test mx include:spf.mailroom.example ~all',
    )
    await expect(domains.copy('Publish instead', 'SPF')).toBeVisible()
    await expect(domains.record('DKIM', 'Missing')).toContainText('Nothing is published at this name.')
    await expect(domains.record('MX', 'Found')).toContainText('Record seen by 2 of 2 servers')
    expect(await violations(page), 'the records').toEqual([])
  })

  await test.step('a fixed record is found at once, and the cost of its includes is shown', async () => {
    const spf = 'v=spf1 include:a.test include:spf.mailroom.example ~all'
    const below = { 'a.test TXT': ['v=spf1 mx:b.test ~all'], 'spf.mailroom.example TXT': ['v=spf1 ip4:192.0.2.1 ~all'] }
    dns.zone = { ...shopZone, ...below, 'b.test MX': ['10 mx.b.test'], 'shop.test TXT': [spf] }
    await domains.checkNow.press('Enter')
    await expect(domains.record('SPF', 'Found')).toBeVisible()
    await expect(domains.spf).toContainText('3 of 10 lookups')
    await expect(domains.dmarc).toContainText('The policy is “none”, from the record at _dmarc.shop.test.')
    await expect(domains.history.getByRole('listitem')).toHaveCount(2)
    expect(await violations(page), 'the tree').toEqual([])
  })

  await test.step('a failing server is not reported as a missing record', async () => {
    dns.zone = { ...dns.zone, 'shop.test MX': 'server-failure' }
    await domains.checkNow.press('Enter')
    await expect(domains.record('MX', 'Unknown')).toContainText('Record seen by 0 of 2 servers; 2 didn’t respond')
  })

  await test.step('the service verifies it, and the watch ends with a notification', async () => {
    await expect(domains.flag('SPF').getByRole('img', { name: 'Not verified' })).toBeVisible()
    await domains.watch.press('Space')
    await expect(domains.watch).toBeChecked()
    await domains.letServiceCheck.press('Enter')
    await expect(domains.flag('SPF').getByRole('img', { name: 'Verified', exact: true })).toBeVisible()
    await domains.watch.press('Space')
    await expect(domains.watch).not.toBeChecked()
    await domains.watch.press('Space')
    await expectNotice(page, 'Shop: shop.test. The domain is verified.')
    await expect(domains.watch).not.toBeChecked()
  })

  await test.step('the list shows the results', async () => {
    await shell.open('domains')
    await expect(domains.domain('shop.test')).toBeVisible()
    await expect(domains.all).toContainText('Verified')
  })
})

test('a domain with lookalike letters is marked, in both of its forms', async ({ app, startService }) => {
  await openDomains({ app, startService })
  const { domains } = app.pages
  await domains.add.press('Enter')
  await domains.sending.fill('аррӏе.test')
  await expect(domains.dialog).toContainText('In DNS: xn--80ak6aa92e.test')
  await domains.tracking.fill('track.shop.test')
  await domains.email.fill('postmaster@shop.test')
  await domains.email.press('Enter')
  await expect(app.page.getByText('looks like apple.test')).toBeVisible()
  await expect(app.page.getByText('xn--80ak6aa92e.test', { exact: true }).first()).toBeVisible()
})

base('names that never resolve are not looked up', async ({ app, startService }) => {
  await openDomains({ app, startService })
  const { page } = app
  const { domains } = app.pages
  await domains.all.getByRole('link').first().press('Enter')
  await expect(domains.neverResolves).toBeVisible()
  await expect(domains.record('SPF', 'Not checked')).toContainText('v=spf1 include:spf.mailroom.example ~all')
  expect(await violations(page)).toEqual([])
})
