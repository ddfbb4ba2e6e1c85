import { AppError } from '#shared/contract/base/error.ts'
import type { Context } from '../calls/context.ts'
import type { AbilityState, CallOptions } from '../options/options.ts'
import type { BlacklistOperations } from '../resources/blacklists.ts'
import type { ExtraOperations } from '../resources/extras.ts'
import type { TemplateOperations } from '../resources/templates.ts'

type Operations = {
  readonly extras: ExtraOperations
  readonly blacklists: BlacklistOperations
  readonly templates: TemplateOperations
}

/**
 * The operations for which the probe determines whether the account supports them. It calls only some of them, because
 * even a GET may change something.
 */
export const abilityNames = [
  'GET /settings/domains',
  'GET /settings/domains/{sending}',
  'GET /settings/domains/{sending}/test',
  'GET /settings/templates/list',
  'GET /settings/templates/{id}',
  'POST /settings/templates',
  'GET /blacklists/{type}/{email}',
  'DELETE /blacklists/{type}/{email}',
  'POST /blacklists',
  'GET /users',
  'GET /account',
] as const
export type AbilityName = (typeof abilityNames)[number]
export type Abilities = Record<AbilityName, AbilityState>

/**
 * Determines what an account supports beyond the service’s documentation, and remembers it. Operations that change
 * something, and the DNS test, are not called: their support is inferred from the related read operation. Fails if
 * nothing could be determined. Abilities that can’t be determined this time keep their earlier value.
 */
export async function probe(
  context: Context,
  { extras, blacklists, templates: templateOperations }: Operations,
  callOptions: CallOptions | undefined,
): Promise<Abilities> {
  // Most accounts support few of these operations, so an absent or withheld one is an expected result.
  const documented = { ...callOptions, expected: ['not-found', 'not-allowed', 'invalid-request'] }
  const options = { ...documented, expected: [...documented.expected, 'forbidden'] }
  const [domains, templates, users, account, blacklisted] = await Promise.all([
    asked(() => extras.domains(options)),
    asked(() => templateOperations.list(options)),
    asked(() => extras.users(options)),
    asked(() => extras.account(options)),
    blacklistEntry(extras, blacklists, documented, options),
  ])
  const failures = [blacklisted, domains, templates, users, account].map(({ failure }) => failure)
  if (failures.every((failure) => failure !== null && isOfAll(failure))) throw failures[0]!

  const before = context.learned().abilities ?? {}
  const known = (name: AbilityName, found: AbilityState): AbilityState =>
    found === 'unknown' ? (before[name] ?? found) : found
  const sending = domains.value?.items[0]?.sending
  const templateId = templates.value?.items[0]?.id
  const [domain, template] = await Promise.all([
    sending === undefined ? unasked(domains.state) : asked(() => extras.domain(sending, options)),
    templateId === undefined ? unasked(templates.state) : asked(() => templateOperations.get(templateId, options)),
  ])
  const domainState = known('GET /settings/domains/{sending}', domain.state)
  const templatesState = known('GET /settings/templates/list', templates.state)
  const blacklistedState = known('GET /blacklists/{type}/{email}', blacklisted.state)
  // Proof from actual use outweighs an inference from a related operation.
  const usedOr = (name: AbilityName, found: AbilityState): AbilityState => (before[name] === 'yes' ? 'yes' : found)
  const abilities: Abilities = {
    'GET /settings/domains': known('GET /settings/domains', domains.state),
    'GET /settings/domains/{sending}': domainState,
    'GET /settings/domains/{sending}/test': inferred(domainState),
    'GET /settings/templates/list': templatesState,
    'GET /settings/templates/{id}': known('GET /settings/templates/{id}', template.state),
    'POST /settings/templates': usedOr('POST /settings/templates', inferred(templatesState)),
    'GET /blacklists/{type}/{email}': blacklistedState,
    'DELETE /blacklists/{type}/{email}': usedOr('DELETE /blacklists/{type}/{email}', inferred(blacklistedState)),
    'POST /blacklists': inferred(blacklistedState),
    'GET /users': known('GET /users', users.state),
    'GET /account': known('GET /account', account.state),
  }
  // The states of all other operations are kept: they are learned when an operation is used.
  context.learn({ abilities: { ...before, ...abilities }, probedAt: context.options.clock.now() })
  return abilities
}

type Asked<T> = { state: AbilityState; value: T | null; failure: AppError | null }

async function asked<T>(call: () => Promise<T>): Promise<Asked<T>> {
  try {
    return { state: 'yes', value: await call(), failure: null }
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    return { state: stateOf(thrown), value: null, failure: thrown }
  }
}

/** A refused or unreadable operation counts as absent; a temporary failure or a refused key proves nothing. */
function stateOf(failure: AppError): AbilityState {
  const { code } = failure
  const { status } = failure.details
  if (code === 'aborted' || code === 'client-closed') throw failure
  if (code === 'not-json' || code === 'unexpected-answer') return 'no'
  if (code === 'key-disabled' || code === 'ip-not-allowed') return 'unknown'
  if (typeof status !== 'number' || status === 429 || status === 401) return 'unknown'
  return status >= 400 && status < 500 ? 'no' : 'unknown'
}

/**
 * Whether a failure that every call shares points to the account or the connection rather than to absent operations.
 */
function isOfAll(failure: AppError): boolean {
  const isOther = failure.code === 'not-json' || failure.code === 'unexpected-answer'
  return failure.code === 'forbidden' || isOther || stateOf(failure) === 'unknown'
}

function unasked(list: AbilityState): Asked<never> {
  return { state: list === 'yes' ? 'unknown' : list, value: null, failure: null }
}

function inferred(neighbour: AbilityState): AbilityState {
  return neighbour === 'yes' ? 'inferred' : neighbour
}

/** An unknown path and an address that is not listed both return a 404, so a listed address is looked up. */
async function blacklistEntry(
  extras: ExtraOperations,
  blacklists: BlacklistOperations,
  documented: CallOptions,
  options: CallOptions,
): Promise<Pick<Asked<never>, 'state' | 'failure'>> {
  let failure: AppError | null = null
  for (const type of ['bounces', 'unsubscribers', 'complaints']) {
    const page = await asked(() => blacklists.list({ type, pageSize: 1 }, documented))
    // Without this check, the same failure would be awaited three times, once for each list.
    if (page.failure !== null && isOfAll(page.failure)) return { state: 'unknown', failure: page.failure }
    failure = page.failure
    const email = page.value?.items[0]?.email
    if (email === undefined) continue
    const found = await asked(() => extras.blacklisted(type, email, options))
    return found.state === 'yes' && found.value === null ? { state: 'no', failure: null } : found
  }
  return { state: 'unknown', failure }
}
