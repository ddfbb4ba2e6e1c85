import { AppError } from '#shared/contract/base/error.ts'
import type { HandlersOf } from '../../base/handlers.ts'

const notYet = () => {
  throw new AppError('not-yet', 'Not there yet.')
}

type SendCommands = Pick<
  HandlersOf<'compose'>,
  | 'compose.sendDraftTest'
  | 'compose.request'
  | 'compose.dryRun'
  | 'compose.rehearse'
  | 'compose.rehearsal'
  | 'compose.send'
  | 'compose.sends'
  | 'compose.sendDetail'
  | 'compose.sendRecipients'
  | 'compose.sendCounts'
  | 'compose.pauseSend'
  | 'compose.resumeSend'
  | 'compose.cancelSend'
  | 'compose.moveSend'
  | 'compose.removeSend'
>

export function sendHandlers(): SendCommands {
  return {
    'compose.sendDraftTest': notYet,
    'compose.request': notYet,
    'compose.dryRun': notYet,
    'compose.rehearse': notYet,
    'compose.rehearsal': notYet,
    'compose.send': notYet,
    'compose.sends': notYet,
    'compose.sendDetail': notYet,
    'compose.sendRecipients': notYet,
    'compose.sendCounts': notYet,
    'compose.pauseSend': notYet,
    'compose.resumeSend': notYet,
    'compose.cancelSend': notYet,
    'compose.moveSend': notYet,
    'compose.removeSend': notYet,
  }
}
