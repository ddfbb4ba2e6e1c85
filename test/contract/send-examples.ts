import type { CommandName } from '#shared/contract/table.ts'
import { aDraft } from './draft-examples.ts'
import type { Driver } from './drivers/driver.ts'
import { ofAccount, type Example } from './example-accounts.ts'

type Commands = Extract<CommandName, `sends.${string}`>

async function ofDraft(driver: Driver): Promise<{ draftId: string }> {
  return { draftId: (await aDraft(driver)).id }
}

const noSend = () => ({ id: crypto.randomUUID() })
const noRest = () => ({ ...noSend(), only: null })

export const sendExamples: { readonly [Name in Commands]: Example<Name> } = {
  'sends.test': {
    input: async (driver) => ({
      ...(await ofAccount(driver)),
      id: crypto.randomUUID(),
      message: { to: ['jane@example.org'], from: 'shop@example.com', subject: 'Hello', text: 'Hi.' },
    }),
    mayRefuse: ['connection-refused'],
  },
  'sends.testDraft': {
    input: async (driver) => ({
      id: crypto.randomUUID(),
      draftId: (await aDraft(driver)).id,
      to: ['a@example.org'],
      as: null,
    }),
    mayRefuse: ['connection-refused', 'draft-incomplete'],
  },
  'sends.optionValues': { input: ofAccount },
  'sends.checkRepeats': { input: async (driver) => ({ draftId: (await aDraft(driver)).id, hours: 24 }) },
  'sends.request': { input: async (driver) => ({ draftId: (await aDraft(driver)).id, index: 0 }) },
  'sends.dryRun': {
    input: async (driver) => ({ ...(await ofDraft(driver)), folder: null }),
    mayRefuse: ['draft-incomplete'],
  },
  'sends.rehearse': { input: ofDraft, mayRefuse: ['draft-incomplete'] },
  'sends.rehearsal': { input: ofDraft },
  'sends.start': {
    input: async (driver) => ({ ...(await ofDraft(driver)), at: null, undoSeconds: 10 }),
    mayRefuse: ['draft-incomplete'],
  },
  'sends.list': { input: ofAccount },
  'sends.get': { input: noSend, mayRefuse: ['not-found'] },
  'sends.recipients': {
    input: () => ({ ...noSend(), offset: 0, limit: 10, sort: { field: 'name', descending: true } as const }),
    mayRefuse: ['not-found'],
  },
  'sends.counts': { input: noSend, mayRefuse: ['not-found'] },
  'sends.pause': { input: noSend, mayRefuse: ['not-found'] },
  'sends.resume': { input: noSend, mayRefuse: ['not-found'] },
  'sends.cancel': { input: noSend, mayRefuse: ['not-found'] },
  'sends.move': { input: () => ({ ...noSend(), at: null }), mayRefuse: ['not-found'] },
  'sends.remove': { input: noSend, mayRefuse: ['not-found'] },
  'sends.findTest': {
    input: async (driver) => ({ ...(await ofAccount(driver)), sendId: crypto.randomUUID(), sentAt: 1_700_000_000_000 }),
    mayRefuse: ['connection-refused'],
  },
  'sends.makeDraft': { input: () => ({ ...noSend(), again: true }), mayRefuse: ['not-found'] },
  'sends.image': { input: () => ({ ...noSend(), part: crypto.randomUUID() }), mayRefuse: ['not-found'] },
  'sends.verify': { input: () => ({ draftId: crypto.randomUUID() }), mayRefuse: ['not-found'] },
  'sends.check': { input: noSend, mayRefuse: ['not-found'] },
  'sends.settled': { input: noSend, mayRefuse: ['not-found'] },
  'sends.rest': { input: noRest, mayRefuse: ['not-found'] },
  'sends.startRest': { input: () => ({ ...noRest(), undoSeconds: 0 }), mayRefuse: ['not-found'] },
}
