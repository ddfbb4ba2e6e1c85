import { hash } from 'node:crypto'
import { msPerDay } from '#shared/domain/base/durations.ts'
import { domainFlagsAs, type ApiKey, type Store, type TemplateInput, type User } from '../store/index.ts'
import { keyIds, kinds, newsDomain, shop } from './shop.ts'
import { defaultUsername, type ScenarioOptions } from '../base/scenario.ts'
import { addStartKey } from './start-key.ts'

const accountId = '66a1f0c2b7d94e0012ab0001'
const userId = '66a1f0c2b7d94e0012ab1001'

const user: User = {
  id: userId,
  username: defaultUsername,
  civility: 2,
  firstName: 'Johanna',
  lastName: 'Lindner',
  customerType: 1,
  company: shop.name,
  activity: 'Retail',
  job: 'Head of online shop',
  address: 'Hafenstraße 12',
  address2: '',
  zipCode: '20095',
  city: 'Hamburg',
  country: 'Germany',
  phone: '+49 40 5550100',
  mobile: '+49 151 5550100',
  settings: {
    newsletter: true,
    language: 'en',
    dateFormat: 'dd/MM/yyyy',
    timeFormat: 'HH:mm',
    timezone: 'Europe/Berlin',
  },
}

const template = (description: string, at: number): TemplateInput & { id: string } => {
  const { from, subject, html, text } = kinds[at]!.content
  const id = `66a1f0c2b7d94e0012ab200${at + 1}`
  return { id, description, from, subject, htmlContent: html ?? '', textContent: text ?? '' }
}

/** Adds one account, one user, one key, and everything needed to send a first message. */
export function fillAccount(store: Store, anchor: number, options: ScenarioOptions): void {
  const { username = defaultUsername, key = store.ids.next(16) } = options
  const createdAt = anchor - 400 * msPerDay
  store.setAccount({ id: accountId, name: shop.name, username, userId, createdAt })
  store.users.write({ ...user, username })
  addStartKey(store, { username, key, createdAt })
  store.domains.put(
    { sending: shop.domain, tracking: `track.${shop.domain}`, email: `postmaster@${shop.domain}` },
    createdAt,
  )
  store.domains.verify(shop.domain, domainFlagsAs(true), createdAt + msPerDay)
  store.templates.add(template('Order confirmation', 0), createdAt)
  store.templates.add(template('Password reset', 3), createdAt)
  const until = anchor + 200 * msPerDay
  const dedicated = { subscriptionDate: createdAt, expirationDate: until }
  store.ips.write({ ...dedicated, id: '66a1f0c2b7d94e0012ab4001', type: 0, ip: '192.0.2.40' })
  store.ips.write({ ...dedicated, id: '66a1f0c2b7d94e0012ab4002', type: 1, ip: '192.0.2.41' })
}

/** Adds what a shop accumulates in a year: more keys, domains in every state, more templates, colleagues. */
export function fillShop(store: Store, anchor: number): void {
  const createdAt = anchor - 390 * msPerDay
  const { keys, domains, templates, users } = store
  const first = keys.get(keyIds.shop)?.key ?? store.ids.next(16)
  /** The secret is derived from the first key, so that it is the same after a reset. */
  const addKey = (word: string, own: Pick<ApiKey, 'id' | 'description'> & Partial<ApiKey>): void => {
    const key = hash('sha256', `${first}\n${word}`, 'hex').slice(0, 32)
    keys.add({ hash: `${word}@${shop.domain}`, key, createdAt, ...own })
  }
  addKey('warehouse', { id: keyIds.warehouse, description: 'Warehouse' })
  const allowedIPs = ['127.0.0.1', '::1', '203.0.113.17']
  addKey('newsletter', { id: keyIds.newsletter, description: 'Newsletter tool', iPFilterEnabled: true, allowedIPs })
  addKey('support', { id: keyIds.support, description: 'Support desk', createdAt: createdAt + 40 * msPerDay })
  addKey('oldshop', {
    id: '66a1f0c2b7d94e0012ab3405',
    description: 'Old shop, until March',
    createdAt: createdAt - 300 * msPerDay,
    updatedAt: createdAt,
    enabled: false,
  })

  domains.put({ sending: newsDomain, tracking: `click.${newsDomain}`, email: `postmaster@${shop.domain}` }, createdAt)
  domains.verify(newsDomain, { verifiedDkim: true, verifiedSpf: true, verifiedDomain: true }, createdAt + msPerDay)
  // Simulates a user’s mistake when adding a tool: a second SPF record makes both invalid.
  domains.write({ ...domains.get(newsDomain)!, secondSpf: 'v=spf1 include:spf.newsletter-tool.example -all' })
  const b2b = 'business.nordwind.example'
  domains.put({ sending: b2b, tracking: `track.${b2b}`, email: `postmaster@${shop.domain}` }, anchor - 6 * msPerDay)
  domains.verify(b2b, { ...domainFlagsAs(true), verifiedDkim: false }, anchor - 5 * msPerDay)
  const outlet = 'nordwind-outlet.example'
  domains.put({ sending: outlet, tracking: `track.${outlet}`, email: `info@${outlet}` }, anchor - 2 * msPerDay)

  templates.add(template('Invoice', 1), createdAt)
  templates.add(template('Shipping notice', 2), createdAt)
  templates.add(template('Welcome', 4), createdAt + 20 * msPerDay)
  templates.add(template('Review request', 5), createdAt + 90 * msPerDay)

  const colleague = { ...user, civility: 1 as const, settings: { ...user.settings, newsletter: false } }
  users.write({
    ...colleague,
    id: '66a1f0c2b7d94e0012ab1002',
    username: `moritz.brandt@${shop.domain}`,
    firstName: 'Moritz',
    lastName: 'Brandt',
    job: 'Developer',
    phone: '+49 40 5550101',
    mobile: '',
  })
  users.write({
    ...colleague,
    id: '66a1f0c2b7d94e0012ab1003',
    username: `femke.visser@${shop.domain}`,
    civility: 2,
    firstName: 'Femke',
    lastName: 'Visser',
    job: 'Customer support',
    phone: '+49 40 5550102',
    mobile: '',
  })
}
