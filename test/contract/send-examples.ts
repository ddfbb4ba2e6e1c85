import type { CommandName } from '#shared/contract/table.ts'
import type { Example } from './example-accounts.ts'

type Commands = Extract<CommandName, `sends.${string}`>

const noSend = () => ({ id: crypto.randomUUID() })
const noRest = () => ({ ...noSend(), only: null })

export const sendExamples: { readonly [Name in Commands]: Example<Name> } = {
  'sends.verify': { input: () => ({ draftId: crypto.randomUUID() }), mayRefuse: ['not-found'] },
  'sends.check': { input: noSend, mayRefuse: ['not-found'] },
  'sends.settled': { input: noSend, mayRefuse: ['not-found'] },
  'sends.rest': { input: noRest, mayRefuse: ['not-found'] },
  'sends.startRest': { input: () => ({ ...noRest(), undoSeconds: 0 }), mayRefuse: ['not-found'] },
}
