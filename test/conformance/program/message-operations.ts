import type { Shapes } from '../support/documented-shapes.ts'
import { json } from '../../support/wire.ts'
import type { Call, Found, Operation } from './operation.ts'

export const post = (path: string, body: unknown): Call => ({ method: 'POST', path, body })
export const period = ({ begin, end }: Found) => ({ dateBegin: begin, dateEnd: end })
const iso = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19)

type Page = { messages: NonNullable<Found['message']>[]; total: number }

function messages(
  name: string,
  shapes: Shapes,
  filter: (found: Found) => object | string,
  holds: (page: Page, found: Found) => string[],
): Operation {
  return {
    name: `POST /statistics/messages, ${name}`,
    section: '4.4',
    calls: (found) => {
      const given = filter(found)
      return typeof given === 'string' ? given : [post('/statistics/messages', { ...period(found), ...given })]
    },
    check: (answer, found) => {
      const value = json(answer)
      const differences = shapes.messages(value, 'the answer')
      return differences.length > 0 ? differences : holds(value as Page, found)
    },
  }
}

export const unless = (holds: boolean, sentence: string): string[] => (holds ? [] : [sentence])
export const noMessage = 'the period holds no message'

export function messageList(shapes: Shapes): Operation[] {
  const all = (page: Page, sentence: string, test: (message: Page['messages'][number]) => boolean): string[] =>
    unless(page.messages.length > 0 && page.messages.every(test), sentence)
  return [
    messages(
      'dates as epoch seconds',
      shapes,
      () => ({ page: 1, pageSize: 25 }),
      (page, found) => {
        found.message = page.messages.find(({ tags }) => tags?.length) ?? page.messages[0]
        return [
          ...unless(page.messages.length <= 25, 'a page of 25 holds more'),
          ...unless(page.total >= page.messages.length, 'total is less than the messages of the page'),
        ]
      },
    ),
    messages(
      'dates as texts',
      shapes,
      ({ begin, end }) => ({ dateBegin: String(begin), dateEnd: String(end) }),
      () => [],
    ),
    messages(
      'dates as ISO',
      shapes,
      ({ begin, end }) => ({ dateBegin: iso(begin), dateEnd: iso(end) }),
      () => [],
    ),
    messages(
      'null filters',
      shapes,
      () => ({ froms: null, apiKeys: null, tags: null, page: null, pageSize: null }),
      () => [],
    ),
    messages(
      'a page of one',
      shapes,
      () => ({ page: 1, pageSize: 1 }),
      ({ messages: found }) => unless(found.length <= 1, `a page of 1 holds ${found.length}`),
    ),
    messages(
      'froms',
      shapes,
      ({ message }) => (message ? { froms: [message.msg.from] } : noMessage),
      (page, { message }) =>
        all(page, 'a message is from another sender, or none is found', ({ msg }) => same(msg.from, message!.msg.from)),
    ),
    messages(
      'apiKeys',
      shapes,
      ({ message }) => (message?.apiKey ? { apiKeys: [message.apiKey] } : noMessage),
      (page, { message }) =>
        all(page, 'a message is of another key, or none is found', ({ apiKey }) => apiKey === message!.apiKey),
    ),
    messages(
      'tags',
      shapes,
      ({ message }) => (message?.tags?.[0] ? { tags: [message.tags[0]] } : 'no message has tags'),
      (page, { message }) =>
        all(
          page,
          'a message has another tag, or none is found',
          ({ tags }) => tags?.includes(message!.tags![0]!) ?? false,
        ),
    ),
  ]
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
