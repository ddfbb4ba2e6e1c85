import type { DraftContent } from '#shared/contract/base/draft.ts'
import { emptyContent } from '#shared/domain/drafts/empty-content.ts'

/** A message without findings, and the account that sends it. */
export const goodContent: DraftContent = {
  ...emptyContent,
  from: { address: 'shop@shop.example', name: 'Shop' },
  subject: 'Your order',
  preheader: 'It is on its way',
  html: '<p>Hello</p>',
  text: 'Hello',
}

export const goodAccount = { recipientAllowList: [], ccAndBcc: true, keyPrefix: 'X-SVC-' }
