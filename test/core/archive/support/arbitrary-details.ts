import fc from 'fast-check'
import type { JsonValue, Message } from '#shared/domain/messages/record.ts'
import { message } from './arbitrary.ts'

const agent = fc.record(
  {
    ip: fc.constantFrom('203.0.113.7', '66.249.84.12', ''),
    webmail: fc.constantFrom('', '', 'Gmail'),
    browser: fc.constantFrom('', 'Firefox 145', 'GoogleImageProxy', 'curl 8'),
    operatingSystem: fc.constantFrom('', 'Linux'),
    country: fc.constantFrom('', 'France'),
    city: fc.constantFrom('', 'Lyon', 'Paris'),
    latitude: fc.constantFrom(null, 45.8),
    longitude: fc.constantFrom(null, 4.8),
  },
  { requiredKeys: [] },
)
const start = Date.UTC(2026, 0, 1)
const date = fc.oneof(fc.constant(null), fc.integer({ min: start, max: start + 20 * 86_400_000 }))
const url = fc.constantFrom('https://shop.example/a', 'https://shop.example/b', 'https://shop.example/c', '')

const open = fc.oneof(
  { weight: 5, arbitrary: fc.record({ date, userAgent: fc.option(agent) }) },
  { weight: 1, arbitrary: date },
) as fc.Arbitrary<JsonValue>
const click = fc.record({ date, url, userAgent: fc.option(agent) }) as fc.Arbitrary<JsonValue>

const reason = fc.constantFrom(
  '550 5.1.1 <jane@example.org> user unknown',
  '550 5.1.1 <li@example.com> user unknown',
  '552 5.2.2 mailbox full',
  '552 5.2.2 Mailbox Full',
  '',
)

/** Messages as exports and the service’s search report them: without and with details. */
export const detailed: fc.Arbitrary<Message> = fc
  .tuple(
    message,
    fc.option(fc.array(open, { maxLength: 3 }), { nil: undefined }),
    fc.option(fc.array(click, { maxLength: 4 }), { nil: undefined }),
    fc.option(reason, { nil: undefined }),
  )
  .map(([record, openDetails, clickDetails, known]) => ({
    ...record,
    ...(openDetails && { openDetails }),
    ...(clickDetails && { clickDetails }),
    ...(known !== undefined && { reason: known }),
  }))
