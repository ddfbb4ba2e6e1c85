import { expect, test as base } from 'vitest'
import { matchers } from './matchers.js'
import { useFork, useServer } from './server.js'

expect.extend(matchers)

export { expect }

export const test = base.extend({
  sandboxOptions: [{}, { scope: 'file' }],
  sandboxServer: [({ sandboxOptions }, use) => useServer(sandboxOptions, use), { scope: 'file' }],
  snapshot: [undefined, { scope: 'file' }],
  sandbox: ({ sandboxServer, snapshot }, use) => useFork(sandboxServer, snapshot, use),
})
