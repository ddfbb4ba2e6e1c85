import type { HandlersOf } from '../base/handlers.ts'
import type { LocalSandbox } from './local-sandbox.ts'
import { refused } from './refusals.ts'

type Names = 'sandbox.replies' | 'sandbox.setReplyReceiver' | 'sandbox.setReplyRules'

const repliesShown = 500

export function replyHandlers(sandbox: LocalSandbox): Pick<HandlersOf<'sandbox'>, Names> {
  return {
    'sandbox.replies': () => sandbox.running.control.replies.shown(repliesShown),
    'sandbox.setReplyReceiver': ({ receiver }) => sandbox.running.control.replies.setReceiver(receiver).catch(refused),
    'sandbox.setReplyRules': async ({ rules }) => [
      ...(await sandbox.running.control.replies.setRules(rules).catch(refused)),
    ],
  }
}
