import { expect, test } from 'vitest'
import { scrub } from './scrub.ts'

const key = 'se"cret/with+<odd>&letters'

test.each([
  ['as it is', key],
  ['in JSON', JSON.stringify({ echo: key })],
  ['in a URL', `?key=${encodeURIComponent(key)}`],
  ['in a web page', '<p>se&quot;cret/with+&lt;odd&gt;&amp;letters</p>'],
  ['in a header of basic authentication', Buffer.from(key).toString('base64')],
  ['in base64 that something goes on after', `${Buffer.from(key).toString('base64').replace(/=+$/, '')}.x`],
])('the key is nowhere in an answer that repeats it %s', (_where, text) => {
  const clean = scrub(`before ${text} after`, key)
  expect(clean).toMatch(/^before .*•••.* after$/)
  for (const part of ['cret/with', 'cret%2Fwith', Buffer.from(key).toString('base64').slice(0, 12)]) {
    expect(clean).not.toContain(part)
  }
})

test.each(['key', 'hash', 'password', 'secret', 'token', 'KEY'])(
  'the value of a field %s goes, whoever it is of',
  (name) => {
    expect(scrub(`{"${name}" : "an\\"other", "id": "7"}`, key)).toBe(`{"${name}" : "•••", "id": "7"}`)
    // A response is truncated for an error’s details, possibly within such a value.
    expect(scrub(`{"id": "7", "${name}": "anoth`, key)).toBe(`{"id": "7", "${name}": "•••`)
  },
)

test('without a key nothing else changes', () => {
  expect(scrub('No such user.', '')).toBe('No such user.')
})
