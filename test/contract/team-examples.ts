import type { CommandName } from '#shared/contract/table.ts'
import { ofAccount, ofOwnAccount, type Example } from './example-accounts.ts'

type Commands = Extract<CommandName, `team.${string}`>

/** Nothing listens on this port. */
const server = { host: '127.0.0.1', port: 9, database: 'mail', schema: 'mailroom', user: 'ada', authority: null }

const view = {
  id: '4cf1b2ee-6dd7-4f0e-a1f6-8e2d6b0d1c11',
  name: 'Failed',
  text: 'state:failed',
  sort: { field: 'created', descending: true },
} as const

export const teamExamples: { readonly [Name in Commands]: Example<Name> } = {
  'team.test': {
    input: async (driver) => ({ ...(await ofAccount(driver)), server, password: 'secret' }),
    mayRefuse: ['archive-away'],
  },
  'team.join': {
    input: async (driver) => ({ ...(await ofOwnAccount(driver)), server, password: 'secret', keep: 'this-run' }),
    mayRefuse: ['archive-away'],
  },
  'team.move': {
    input: async (driver) => ({ ...(await ofOwnAccount(driver)), server, password: 'secret', keep: 'this-run' }),
  },
  'team.bringBack': { input: ofOwnAccount, mayRefuse: ['conflict'] },
  'team.leave': { input: ofOwnAccount },
  'team.views': { input: ofAccount },
  'team.saveView': {
    input: async (driver) => ({ ...(await ofAccount(driver)), ...view }),
    mayRefuse: ['conflict'],
  },
  'team.removeView': {
    input: async (driver) => ({ ...(await ofAccount(driver)), id: view.id }),
    mayRefuse: ['conflict'],
  },
  'team.accessLog': {
    input: async (driver) => ({ ...(await ofAccount(driver)), filter: {}, limit: 50 }),
    mayRefuse: ['no-team-archive'],
  },
  'team.chooseAccessLog': {
    input: async (driver) => ({ ...(await ofAccount(driver)), choice: 'all' }),
    mayRefuse: ['no-team-archive'],
  },
  'team.exportAccessLog': {
    input: async (driver) => ({ ...(await ofAccount(driver)), filter: {} }),
    mayRefuse: ['no-team-archive'],
  },
}
