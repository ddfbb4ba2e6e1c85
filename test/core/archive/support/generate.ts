import type { Message } from '#shared/domain/messages/record.ts'

/** Pseudo-random numbers that are the same in every run. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const firstNames =
  'jane john maria ahmed li anna peter sofia lucas emma noah mia omar nina ivan zoé jürgen søren łukasz chloé'.split(
    ' ',
  )
const syllables =
  'ka lo mi ter son berg mann ova ski dez ran ill ber ton field wood stein hal mer vik pra sun gar bel'.split(' ')
const kinds = [
  {
    tags: ['invoice'],
    from: 'billing@shop.example.com',
    subject: 'Your invoice {order} for order {order}',
    meta: true,
    opened: 0.6,
  },
  {
    tags: ['invoice', 'reminder'],
    from: 'billing@shop.example.com',
    subject: 'Reminder: invoice {order} is due',
    meta: true,
    opened: 0.5,
  },
  {
    tags: ['password'],
    from: 'security@accounts.example.com',
    subject: 'Reset your password',
    meta: false,
    opened: 0.9,
  },
  { tags: ['welcome'], from: 'hello@example.com', subject: 'Welcome to Example, {first}', meta: false, opened: 0.7 },
  {
    tags: ['newsletter', 'marketing'],
    from: 'news@letters.example.net',
    subject: 'Spring news: twelve ideas for your garden',
    meta: false,
    opened: 0.25,
  },
  {
    tags: ['newsletter', 'marketing'],
    from: 'news@letters.example.net',
    subject: 'Été: les nouveautés de la saison',
    meta: false,
    opened: 0.2,
  },
  {
    tags: ['shipping'],
    from: 'orders@shop.example.com',
    subject: 'Order {order} is on its way',
    meta: true,
    opened: 0.8,
  },
  {
    tags: ['shipping', 'delivered'],
    from: 'orders@shop.example.com',
    subject: 'Order {order} was delivered',
    meta: true,
    opened: 0.5,
  },
  {
    tags: [],
    from: 'support@example.com',
    subject: 'Re: your question about {word} {word}',
    meta: false,
    opened: 0.85,
  },
] as const
const reasons = [
  '550 5.1.1 user unknown',
  '552 5.2.2 mailbox full',
  '554 5.7.1 rejected as spam',
  '450 4.7.1 greylisted, try again later',
]

export type GeneratorOptions = { count: number; seed?: number; from?: number; to?: number }

/** Realistic messages of a shop, oldest first: few senders and subjects, many people, rare failures. */
export function* generateMessages({
  count,
  seed = 1,
  from = Date.UTC(2025, 0, 1),
  to = Date.UTC(2026, 0, 1),
}: GeneratorOptions): Generator<Message> {
  const random = createRandom(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const skewed = (size: number): number => Math.floor(size * random() ** 4)
  const lastName = (index: number): string =>
    `${syllables[index % 24]}${syllables[Math.floor(index / 24) % 24]}${syllables[Math.floor(index / 576) % 24]}`
  const step = (to - from) / count
  for (let index = 0; index < count; index++) {
    const kind = pick(kinds)
    const first = pick(firstNames)
    const person = Math.floor(random() * 8000)
    const order = String(100_000 + Math.floor(random() * 9_900_000))
    const createdDate = Math.floor(from + step * index + random() * step)
    const fate = random()
    const lastState =
      fate < 0.94
        ? 'delivered'
        : fate < 0.96
          ? 'hardbounced'
          : fate < 0.985
            ? 'softbounced'
            : fate < 0.995
              ? 'deferred'
              : fate < 0.998
                ? 'rejected'
                : fate < 0.9993
                  ? 'unsubscribed'
                  : 'complaint'
    const failed =
      lastState === 'hardbounced' || lastState === 'softbounced' || lastState === 'deferred' || lastState === 'rejected'
    const open = !failed && random() < kind.opened ? 1 + Math.floor(random() ** 3 * 6) : 0
    const click = open > 0 && random() < 0.3 ? 1 + Math.floor(random() ** 3 * 3) : 0
    yield {
      id: `${createdDate.toString(16)}-${index.toString(36)}`,
      email: `${first}.${lastName(person)}@mail${skewed(3000)}.example.org`,
      from: kind.from,
      subject: kind.subject
        .replaceAll('{order}', `#${order}`)
        .replace('{first}', first)
        .replaceAll('{word}', () => lastName(skewed(3000))),
      apiKey: `key-${skewed(6)}`,
      size: Math.floor(4000 * Math.exp(random() * 3 + (random() < 0.002 ? 4 : 0))),
      createdDate,
      lastStateDate: createdDate + Math.floor(random() * 60_000),
      lastState,
      tags: [...kind.tags],
      open,
      click,
      meta: kind.meta ? { order, locale: pick(['en', 'fr', 'de', 'pt']) } : null,
      reason: failed ? pick(reasons) : null,
    }
  }
}
