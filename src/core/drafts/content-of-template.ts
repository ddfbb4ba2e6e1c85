import type { DraftContent } from '#shared/contract/base/draft.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { Templates } from '../templates/index.ts'

export async function contentOfTemplate(
  templates: Templates,
  { accountId, id, signal }: { accountId: string; id: string; signal: AbortSignal },
): Promise<Partial<DraftContent>> {
  const { template } = await templates.get(accountId, id, signal)
  if (!template) throw new AppError('not-found', 'The account no longer has this template. Choose another one.')
  const { from, subject, html, text } = template
  return { from, subject, html, text, textMode: text === '' ? 'made' : 'written' }
}
