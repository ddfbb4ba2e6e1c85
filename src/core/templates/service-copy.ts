import { AppError } from '#shared/contract/base/error.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { templateCapabilities, type Listed, type ServiceClient } from '../api/index.ts'
import type { ServiceTemplate } from './versions/content.ts'

type Client = Pick<ServiceClient, 'templates' | 'learned'>
type Abilities = Pick<CommandOutput<'templates.list'>, 'canRead' | 'canAdd' | 'canRemove' | 'canTest'>

/** Codes of a service that does not offer an operation to this account. */
const withheld = ['not-found', 'not-allowed', 'forbidden']
const readOne = 'GET /settings/templates/{id}'
const readAll = 'GET /settings/templates/list'

/** Null where the account cannot list its templates; other failures are the caller's to show. */
export function listTemplates(client: Client, signal: AbortSignal): Promise<Listed<ServiceTemplate> | null> {
  if (client.learned().capabilities?.[readAll] === 'no') return Promise.resolve(null)
  return unlessWithheld(client.templates.list({ signal, expected: withheld }))
}

/** By its id or its name. Null where the account can read it in no way. */
export async function readTemplate(client: Client, id: string, signal: AbortSignal): Promise<ServiceTemplate | null> {
  if (client.learned().capabilities?.[readOne] !== 'no') {
    const found = await unlessWithheld(client.templates.get(id, { signal, expected: withheld }))
    if (found !== null) return found
  }
  const listed = await listTemplates(client, signal)
  if (listed === null) return null
  const found =
    listed.items.find((template) => template.id === id) ?? listed.items.find((template) => template.templateName === id)
  if (found) return found
  if (listed.problems.length > 0) return null
  throw new AppError('not-found', 'The account no longer has this template. Reload the list.')
}

export function abilitiesOf(client: Client, isListed: boolean): Abilities {
  const { capabilities = {} } = client.learned()
  const ability = (name: string) => {
    const state = capabilities[name]
    return state === 'yes' || state === 'no' ? state : 'unknown'
  }
  const canReadNone = capabilities[readOne] === 'no' && capabilities[readAll] === 'no'
  const canReadOne = isListed || capabilities[readOne] === 'yes'
  return {
    canRead: canReadOne ? 'yes' : canReadNone ? 'no' : 'unknown',
    canAdd: ability(templateCapabilities.add),
    canRemove: ability(templateCapabilities.remove),
    canTest: ability(templateCapabilities.test),
  }
}

async function unlessWithheld<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (thrown) {
    if (withheld.includes(AppError.from(thrown).code)) return null
    throw thrown
  }
}
