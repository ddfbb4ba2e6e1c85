import { expect, it } from 'vitest'
import { testPorts } from '#test/support/test-ports.ts'
import { FailureNotices } from './failure-notices.ts'

it('names the folder of a run that failed, if one was chosen', () => {
  const bodies: string[] = []
  const ports = testPorts('/nowhere', { notifier: { notify: ({ body }) => void bodies.push(body) } })
  const accounts = { get: () => ({ name: 'Shop' }) }
  const notices = new FailureNotices(
    { ports, accounts, notices: { add: () => undefined } },
    { what: () => 'Messages', view: 'exports' },
  )
  for (const folderPath of ['/home/ada/Reports', '']) {
    notices.add({ id: folderPath, kind: 'export', accountId: 'shop', folderPath }, 'The disk is full.')
  }
  expect(bodies).toEqual(['Messages, to “Reports”: The disk is full.', 'Messages: The disk is full.'])
})
