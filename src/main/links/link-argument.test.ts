import { expect, test } from 'vitest'
import { longestLink, readMailroomLink } from '#shared/domain/app/mailroom-link.ts'
import { endOfFlags, linkArgument } from './link-argument.ts'

const link = 'mailroom://message/m-1'

test.each([[[link]], [['--', link]], [['--no-sandbox', link]], [['--data', '/x', link]]])('%j has a link', (given) => {
  expect(linkArgument(given)).toBe(link)
})

test.each([[[]], [['--data', '/x']], [['search', 'a']], [['--', 'search', link]], [['https://shop.example/']]])(
  '%j has none',
  (given) => {
    expect(linkArgument(given)).toBeNull()
  },
)

test.each([
  [[link, '--gpu-launcher=calc']],
  [['--', link, '--data=//elsewhere/share']],
  [[link, link]],
  [[`${link} --renderer-cmd-prefix=calc`]],
])('%j is one malformed link', (given) => {
  expect(readMailroomLink(linkArgument(given) ?? '')).toHaveProperty('problem')
})

test('a text of any length is cut where it is certainly too long', () => {
  expect(linkArgument([`${link}${'a'.repeat(100_000)}`])).toHaveLength(longestLink + 1)
})

test('nothing after a link or two dashes is a flag', () => {
  expect(endOfFlags(['Mailroom', '--data', '/x', '--', link])).toBe(3)
  expect(endOfFlags(['Mailroom', link, '--data', '/x'])).toBe(1)
  expect(endOfFlags(['Mailroom', '--data', '/x'])).toBe(3)
})
