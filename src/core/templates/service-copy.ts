import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { canUse } from '#shared/domain/accounts/abilities/operations.ts'
import { withheldCodes, type Listed, type ServiceClient } from '../api/index.ts'
import type { ServiceTemplate } from './versions/content.ts'

export type Client = Pick<ServiceClient, 'templates' | 'learned'>
type Abilities = Pick<CommandOutput<'templates.list'>, 'canRead' | 'canAdd' | 'canRemove' | 'canTest'>

/** Null if the account cannot list its templates. Other failures are left for the caller to show. */
export function listTemplates(client: Client, signal: AbortSignal): Promise<Listed<ServiceTemplate> | null> {
  if (canUse(client.learned().abilities, 'templates.list') === 'no') return Promise.resolve(null)
  return unlessWithheld(client.templates.list({ signal, expected: withheldCodes }))
}

/**
 * Finds a template by its id or name. `withheld` if the service gives the account no way to read it, `unreadable` if it may
 * be among the unreadable entries of the list.
 */
export async function readTemplate(
  client: Client,
  id: string,
  signal: AbortSignal,
): Promise<ServiceTemplate | 'withheld' | 'unreadable'> {
  if (canUse(client.learned().abilities, 'templates.get') !== 'no') {
    const found = await unlessWithheld(client.templates.get(id, { signal, expected: withheldCodes }))
    if (found !== null) return found
  }
  const listed = await listTemplates(client, signal)
  if (listed === null) return 'withheld'
  const found =
    listed.items.find((template) => template.id === id) ?? listed.items.find((template) => template.templateName === id)
  if (found) return found
  if (listed.problems.length > 0) return 'unreadable'
  throw new AppError('not-found', 'The account no longer has this template. Reload the list.')
}

/** Whether a refusal can only be temporary: an account that can’t read templates at all would be known by now. */
export function isKnownToRead(client: Client): boolean {
  const { abilities } = client.learned()
  return canUse(abilities, 'templates.get') === 'yes' || canUse(abilities, 'templates.list') === 'yes'
}

export function abilitiesOf(client: Client, isListed: boolean): Abilities {
  const { abilities } = client.learned()
  const one = canUse(abilities, 'templates.get')
  const canReadNone = one === 'no' && canUse(abilities, 'templates.list') === 'no'
  const canReadOne = isListed || one === 'yes'
  return {
    canRead: canReadOne ? 'yes' : canReadNone ? 'no' : 'unknown',
    canAdd: canUse(abilities, 'templates.add'),
    canRemove: canUse(abilities, 'templates.remove'),
    canTest: canUse(abilities, 'templates.test'),
  }
}

async function unlessWithheld<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (thrown) {
    if (withheldCodes.includes(AppError.from(thrown).code)) return null
    throw thrown
  }
}
