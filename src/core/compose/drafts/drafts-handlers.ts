import { AppError } from '#shared/contract/base/error.ts'
import type { HandlersOf } from '../../base/handlers.ts'

const notYet = () => {
  throw new AppError('not-yet', 'Not there yet.')
}

type DraftCommands = Pick<
  HandlersOf<'compose'>,
  | 'compose.drafts'
  | 'compose.createDraft'
  | 'compose.draft'
  | 'compose.saveDraft'
  | 'compose.removeDraft'
  | 'compose.restoreDraft'
  | 'compose.addFiles'
  | 'compose.partFile'
  | 'compose.image'
  | 'compose.openTable'
  | 'compose.tableRows'
  | 'compose.snippets'
  | 'compose.saveSnippet'
  | 'compose.removeSnippet'
  | 'compose.templates'
  | 'compose.saveTemplate'
  | 'compose.context'
  | 'compose.checkRecipients'
  | 'compose.inlineCss'
>

export function draftHandlers(): DraftCommands {
  return {
    'compose.drafts': notYet,
    'compose.createDraft': notYet,
    'compose.draft': notYet,
    'compose.saveDraft': notYet,
    'compose.removeDraft': notYet,
    'compose.restoreDraft': notYet,
    'compose.addFiles': notYet,
    'compose.partFile': notYet,
    'compose.image': notYet,
    'compose.openTable': notYet,
    'compose.tableRows': notYet,
    'compose.snippets': notYet,
    'compose.saveSnippet': notYet,
    'compose.removeSnippet': notYet,
    'compose.templates': notYet,
    'compose.saveTemplate': notYet,
    'compose.context': notYet,
    'compose.checkRecipients': notYet,
    'compose.inlineCss': notYet,
  }
}
