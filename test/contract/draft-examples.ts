import type { Draft } from '#shared/contract/drafts.ts'
import type { CommandName } from '#shared/contract/table.ts'
import type { Driver } from './drivers/driver.ts'
import { ofAccount, type Example } from './example-accounts.ts'

type Examples<Noun extends string> = { readonly [Name in Extract<CommandName, `${Noun}.${string}`>]: Example<Name> }

export async function aDraft(driver: Driver): Promise<{ id: string }> {
  const { id } = (await driver.invoke('drafts.create', {
    ...(await ofAccount(driver)),
    start: { from: 'blank' },
  })) as Draft
  return { id }
}

export const draftExamples: Examples<'drafts'> = {
  'drafts.list': { input: ofAccount },
  'drafts.create': { input: async (driver) => ({ ...(await ofAccount(driver)), start: { from: 'blank' } }) },
  'drafts.ofTemplate': { input: async (driver) => ({ ...(await ofAccount(driver)), template: null }) },
  'drafts.get': { input: aDraft },
  'drafts.people': { input: async (driver) => ({ ...(await aDraft(driver)), from: 0, count: 10 }) },
  'drafts.save': { input: async (driver) => ({ ...(await aDraft(driver)), content: { subject: 'Hello' } }) },
  'drafts.remove': { input: aDraft },
  'drafts.restore': { input: aDraft },
  'drafts.addFiles': { input: async (driver) => ({ ...(await aDraft(driver)), tokens: [], kind: 'attachment' }) },
  'drafts.partFile': {
    input: async (driver) => ({ ...(await aDraft(driver)), part: crypto.randomUUID() }),
    mayRefuse: ['not-found'],
  },
  'drafts.openFile': {
    input: async (driver) => ({ ...(await aDraft(driver)), part: crypto.randomUUID() }),
    mayRefuse: ['not-found'],
  },
  'drafts.image': {
    input: async (driver) => ({ ...(await aDraft(driver)), part: crypto.randomUUID() }),
    mayRefuse: ['file-unreadable'],
  },
  'drafts.openTable': { input: () => ({ token: 'none' }), mayRefuse: ['file-gone'] },
  'drafts.tableRows': { input: () => ({ token: 'none', from: 0, count: 10 }), mayRefuse: ['file-gone'] },
  'drafts.context': { input: ofAccount },
  'drafts.checkRecipients': {
    input: async (driver) => ({
      ...(await ofAccount(driver)),
      addresses: ['a@example.org'],
      blacklist: '',
    }),
  },
  'drafts.inlineCss': { input: () => ({ html: '<style>p{color:red}</style><p>Hello</p>' }) },
}

export const snippetExamples: Examples<'snippets'> = {
  'snippets.list': { input: () => undefined },
  'snippets.save': {
    input: () => ({ id: crypto.randomUUID(), name: 'Greeting', subject: 'Hello', html: '', text: 'Hello' }),
  },
  'snippets.remove': { input: () => ({ id: crypto.randomUUID() }) },
}
