import { AppError } from '#shared/contract/base/error.ts'
import type { DraftContent } from '#shared/contract/base/draft.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { ServiceClient } from '../../api/index.ts'

type Template = Awaited<ReturnType<ServiceClient['extras']['template']>>

export type ListedTemplate = { id: string; name: string; description: string; subject: string }

/** Null where the service has no list of templates; other failures are the caller's to show. */
export async function listTemplates(accounts: Accounts, accountId: string, signal: AbortSignal) {
  const { extras, learned } = accounts.client(accountId)
  if (learned().capabilities?.['GET /settings/templates/list'] === 'no') return null
  try {
    const { items } = await extras.templates({ signal, expected: ['not-found', 'not-allowed', 'forbidden'] })
    return items.map(listed)
  } catch (thrown) {
    const { code } = AppError.from(thrown)
    if (code === 'not-found' || code === 'not-allowed' || code === 'forbidden') return null
    throw thrown
  }
}

/** From the list, because not every account that lists its templates can ask for one of them. */
export async function contentOfTemplate(
  accounts: Accounts,
  { accountId, id, signal }: { accountId: string; id: string; signal: AbortSignal },
): Promise<Partial<DraftContent>> {
  const { items } = await accounts.client(accountId).extras.templates({ signal })
  const found = items.find((template) => template.id === id)
  if (!found) throw new AppError('not-found', 'The account no longer has this template.')
  const { from, subject, htmlContent, textContent } = found
  return {
    from: { address: from.address, name: from.personalName },
    subject,
    html: htmlContent,
    text: textContent,
    textMode: textContent === '' ? 'made' : 'written',
  }
}

/** Adds a template, or updates the one of `id`, and returns the name that a send refers to it by. */
export async function saveAsTemplate(
  accounts: Accounts,
  wanted: { accountId: string; id: string | null; description: string; content: DraftContent },
): Promise<string> {
  const { accountId, id, description, content } = wanted
  const input = {
    description,
    from: { address: content.from.address, personalName: content.from.name },
    subject: content.subject,
    htmlContent: content.html,
    textContent: content.textMode === 'none' ? '' : content.text,
  }
  const { extras, settings } = accounts.client(accountId)
  if (id !== null) {
    await settings.updateTemplate(id, input)
    return slugOf(description)
  }
  const added = await extras.addTemplate(input)
  return added ? listed(added).name : slugOf(description)
}

function listed({ id, description, subject, extra }: Template): ListedTemplate {
  const name = extra?.['templateName'] ?? extra?.['name']
  return { id, name: typeof name === 'string' ? name : slugOf(description), description, subject }
}

/** A service names a template by the slug of its description. */
function slugOf(description: string): string {
  return description
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
