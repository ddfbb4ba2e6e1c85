import type { JsonObject, SendContent } from '../store/index.ts'
import type { Odds } from './plan-life.ts'
import type { Customer } from './people.ts'
import type { Random } from '../base/random.ts'

export const shop = { name: 'Nordwind Outdoor', domain: 'nordwind.example', site: 'https://www.nordwind.example' }
export const newsDomain = 'news.nordwind.example'

/** Ids of the shop’s keys. `shop` is the sandbox’s first key. */
export const keyIds = {
  shop: '66a1f0c2b7d94e0012ab3401',
  warehouse: '66a1f0c2b7d94e0012ab3402',
  newsletter: '66a1f0c2b7d94e0012ab3403',
  support: '66a1f0c2b7d94e0012ab3404',
}

/** An email’s content. The button links to a path on the shop’s site. */
type Draft = { from: string; subject: string; paragraphs: string[]; button?: [label: string, path: string] }

export type Kind = Draft & {
  key: string
  tags: string[]
  content: SendContent
  links: readonly string[]
  odds: Partial<Odds>
  /** The rendered message’s size in bytes, excluding the parts that vary by recipient. */
  size: number
  /** The message’s share among individual messages; 0 for mailings. */
  weight: number
  values(random: Random, customer: Customer): JsonObject
  meta(values: JsonObject, customer: Customer): JsonObject | null
}

const products = [
  'Fjell rain jacket',
  'Alm hiking boots',
  'Lofoten 2 tent',
  'Polar sleeping bag',
  'Trek 45 rucksack',
  'Runa trail shoes',
  'Ember camping stove',
  'Wool socks (3 pairs)',
  'Luma head torch',
  'Skua down vest',
]
const euros = (cents: number): string => `€${(cents / 100).toFixed(2)}`
const orderNumber = (random: Random): string => `N-${random.between(100_000, 999_999)}`

function content({ from, subject, paragraphs, button: given }: Draft): SendContent {
  const sender = `${from}@${from === 'news' ? newsDomain : shop.domain}`
  const button = given && [given[0], shop.site + given[1]]
  const link = button && `<p><a class="button" href="${button[1]}">${button[0]}</a></p>`
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>`,
    '<body style="margin:0;background:#f4f4f1;font-family:sans-serif;color:#222">',
    '<div style="max-width:560px;margin:24px auto;padding:32px;background:#fff">',
    `<h1 style="font-size:20px;color:#14532d">${shop.name}</h1>`,
    '<p>Hello {{name}},</p>',
    ...paragraphs.map((paragraph) => `<p>${paragraph}</p>`),
    ...(link ? [link] : []),
    `<p style="font-size:12px;color:#666">${shop.name} · Hafenstraße 12 · 20095 Hamburg</p></div></body></html>`,
  ]
  const text = ['Hello {{name}},', ...paragraphs, ...(button ? [`${button[0]}: ${button[1]}`] : []), shop.name]
  return {
    from: { address: sender, personalName: shop.name },
    replyTo: { address: `support@${shop.domain}`, personalName: `${shop.name} support` },
    subject,
    text: text.join('\n\n'),
    html: html.join('\n'),
    images: [],
    attachments: [],
    headers: {},
  }
}

const named = (customer: Customer): JsonObject => ({ name: customer.name.split(' ')[0]! })
const ordered = (random: Random, customer: Customer): JsonObject => ({
  ...named(customer),
  order: orderNumber(random),
  product: random.pick(products),
  total: euros(random.between(990, 38_900)),
})
const orderMeta = (values: JsonObject, customer: Customer): JsonObject => ({
  order: values['order']!,
  customer: customer.number,
})

/**
 * Fills in the defaults: an email from the shop that uses only the customer’s data and has no link apart from its
 * button.
 */
function kind(draft: Draft & Partial<Kind> & Pick<Kind, 'tags' | 'size' | 'odds'>): Kind {
  return {
    key: keyIds.shop,
    links: draft.button ? [shop.site + draft.button[1]] : [],
    content: content(draft),
    weight: 0,
    values: (_random, customer) => named(customer),
    meta: (_values, customer) => ({ customer: customer.number }),
    ...draft,
  }
}

export const kinds: readonly Kind[] = [
  kind({
    tags: ['order'],
    size: 14_200,
    weight: 22,
    from: 'orders',
    subject: 'Your order {{order}}: {{product}}',
    paragraphs: [
      'thank you for your order {{order}} of {{product}}, {{total}}.',
      'We will let you know when it leaves our warehouse.',
    ],
    button: ['See your order', '/orders'],
    odds: { open: 0.78, click: 0.22, openAfter: 1_800_000 },
    values: ordered,
    meta: orderMeta,
  }),
  kind({
    tags: ['invoice', 'order'],
    size: 58_300,
    weight: 22,
    from: 'invoices',
    subject: 'Invoice {{invoice}} for order {{order}}',
    paragraphs: ['here is invoice {{invoice}} for your order {{order}}. The total is {{total}}.'],
    button: ['Download the invoice', '/invoices'],
    odds: { open: 0.62, click: 0.3, openAfter: 7_200_000 },
    values: (random, customer) => ({
      ...ordered(random, customer),
      invoice: `RE-${random.between(2_000_000, 2_999_999)}`,
    }),
    meta: (values, customer) => ({ ...orderMeta(values, customer), invoice: values['invoice']! }),
  }),
  kind({
    key: keyIds.warehouse,
    tags: ['shipping'],
    size: 12_900,
    weight: 22,
    from: 'shipping',
    subject: 'Your parcel is on its way ({{order}})',
    paragraphs: ['{{product}} from your order {{order}} has left our warehouse. Parcel number: {{parcel}}.'],
    button: ['Track your parcel', '/track'],
    odds: { open: 0.74, click: 0.45, again: 0.42, openAfter: 3_600_000 },
    values: (random, customer) => ({
      ...ordered(random, customer),
      parcel: `00340${random.between(100_000_000, 999_999_999)}`,
    }),
    meta: (values, customer) => ({ ...orderMeta(values, customer), parcel: values['parcel']! }),
  }),
  kind({
    tags: ['account', 'password-reset'],
    size: 8400,
    weight: 11,
    from: 'accounts',
    subject: 'Reset your password',
    paragraphs: ['somebody, probably you, asked for a new password. The link works for one hour.'],
    button: ['Choose a new password', '/account/reset'],
    odds: { open: 0.86, click: 0.7, again: 0.1, read: 0.2, openAfter: 180_000 },
  }),
  kind({
    tags: ['account', 'welcome'],
    size: 16_100,
    weight: 6,
    links: [`${shop.site}/account`, `${shop.site}/new`],
    from: 'accounts',
    subject: 'Welcome to Nordwind Outdoor, {{name}}',
    paragraphs: ['good to have you with us. Your account is ready.'],
    button: ['Look around', '/new'],
    odds: { open: 0.68, click: 0.35, hardbounced: 0.03, openAfter: 2_400_000 },
  }),
  kind({
    tags: ['review'],
    size: 15_300,
    weight: 11,
    from: 'support',
    subject: 'How do you like your "{{product}}"?',
    paragraphs: ['how do you like {{product}} from your order {{order}}? Others would like to know, and so would we.'],
    button: ['Write a review', '/reviews'],
    odds: { open: 0.38, click: 0.12, complaint: 0.0006, openAfter: 14_400_000 },
    values: ordered,
    meta: orderMeta,
  }),
  kind({
    key: keyIds.support,
    tags: [],
    size: 6200,
    weight: 6,
    from: 'support',
    subject: 'Re: your question [{{ticket}}]',
    paragraphs: ['thank you for your message. We have looked into it and answered below.'],
    odds: { open: 0.91, again: 0.5, openAfter: 3_000_000 },
    values: (random, customer) => ({ ...named(customer), ticket: `#${random.between(20_000, 99_999)}` }),
    meta: (values, customer) => ({ ticket: values['ticket']!, customer: customer.number }),
  }),
]

const issues: readonly [subject: string, text: string, tag: string][] = [
  [
    'Rain, wind, "bad" weather: jackets that can take it',
    'Three jackets for the season, tested on the coast.',
    'weekly',
  ],
  ['The 12 huts we would sleep in again', 'Our team went walking for you, from the Harz to the Tatras.', 'weekly'],
  ['20% off tents, this week only', 'Tents for one, two and four: {{name}}, your code is NORD20.', 'promotion'],
  ['Boots: how to choose and care for them', 'A good pair lasts ten years. We show you how.', 'weekly'],
  ['New in: the Polar sleeping bags', 'Warm down to minus 18 degrees, and only 980 grams.', 'weekly'],
]

export function mailing(week: number): Kind {
  const [subject, text, tag] = issues[week % issues.length]!
  const path = `/news/${week}`
  return kind({
    key: keyIds.newsletter,
    tags: ['newsletter', tag],
    size: 31_800,
    links: [shop.site + path, `${shop.site}/new`],
    from: 'news',
    subject,
    paragraphs: [text],
    button: ['Read more', path],
    odds: { open: 0.31, click: 0.13, complaint: 0.0008, unsubscribed: 0.006, again: 0.2, openAfter: 21_600_000 },
    meta: () => ({ campaign: `week-${week}` }),
  })
}
