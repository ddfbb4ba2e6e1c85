import { expect as baseExpect, test as base } from '@playwright/test'
import { matchers } from './matchers.js'
import { useFork, useServer } from './server.js'

export const expect = baseExpect.extend(matchers)

export const test = base.extend({
  sandboxOptions: [{}, { option: true, scope: 'worker' }],
  sandboxServer: [({ sandboxOptions }, use) => useServer(sandboxOptions, use), { scope: 'worker' }],
  snapshot: [undefined, { option: true, scope: 'worker' }],
  sandbox: ({ sandboxServer, snapshot }, use) => useFork(sandboxServer, snapshot, use),
})
