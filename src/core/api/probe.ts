import { AppError } from '#shared/contract/error.ts'
import type { Context } from './context.ts'
import type { CallOptions, CapabilityState } from './options.ts'
import type { BlacklistOperations } from './resources/blacklists.ts'
import type { ExtraOperations } from './resources/extras.ts'

/** Exactly the operations of interface-notes.md; a GET is no proof of harmlessness, so nothing else is ever asked. */
export const capabilityNames = [
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
export type CapabilityName = (typeof capabilityNames)[number]
export type Capabilities = Record<CapabilityName, CapabilityState>

/**
 * Finds out what an account has beyond interface.md and remembers it. Operations that change something, and the DNS
 * test, are not called: where their reading neighbour answers they are taken to be there, and said to be inferred.
 */
export async function probe(
  context: Context,
  extras: ExtraOperations,
  blacklists: BlacklistOperations,
  callOptions: CallOptions | undefined,
): Promise<Capabilities> {
  // Most accounts have few of these: an absent one is what was asked about.
  const options = { ...callOptions, expected: ['not-found', 'not-allowed', 'invalid-request'] }
  const [domains, templates, users, account, blacklisted] = await Promise.all([
    asked(() => extras.domains(options)),
    asked(() => extras.templates(options)),
    asked(() => extras.users(options)),
    asked(() => extras.account(options)),
    blacklistEntry(extras, blacklists, options),
  ])
  const sending = domains.value?.items[0]?.sending
  const templateId = templates.value?.items[0]?.id
  const [domain, template] = await Promise.all([
    sending === undefined ? unasked(domains.state) : asked(() => extras.domain(sending, options)),
    templateId === undefined ? unasked(templates.state) : asked(() => extras.template(templateId, options)),
  ])
  const capabilities: Capabilities = {
    'GET /settings/domains': domains.state,
    'GET /settings/domains/{sending}': domain.state,
    'GET /settings/domains/{sending}/test': inferred(domain.state),
    'GET /settings/templates/list': templates.state,
    'GET /settings/templates/{id}': template.state,
    'POST /settings/templates': inferred(templates.state),
    'GET /blacklists/{type}/{email}': blacklisted,
    'DELETE /blacklists/{type}/{email}': inferred(blacklisted),
    'POST /blacklists': inferred(blacklisted),
    'GET /users': users.state,
    'GET /account': account.state,
  }
  context.learn({ capabilities, probedAt: context.options.clock.now() })
  return capabilities
}

type Asked<T> = { state: CapabilityState; value: T | null }

async function asked<T>(call: () => Promise<T>): Promise<Asked<T>> {
  try {
    return { state: 'yes', value: await call() }
  } catch (thrown) {
    return { state: stateOf(thrown), value: null }
  }
}

/** A refusal or a form nobody can read is as good as absent; a bad moment says nothing. */
function stateOf(thrown: unknown): CapabilityState {
  if (!(thrown instanceof AppError)) throw thrown
  const { status } = thrown.details
  if (thrown.code === 'aborted' || thrown.code === 'client-closed') throw thrown
  if (thrown.code === 'not-json' || thrown.code === 'unexpected-answer') return 'no'
  if (typeof status !== 'number' || status === 429 || status === 401) return 'unknown'
  return status >= 400 && status < 500 ? 'no' : 'unknown'
}

function unasked(list: CapabilityState): Asked<never> {
  return { state: list === 'yes' ? 'unknown' : list, value: null }
}

function inferred(neighbour: CapabilityState): CapabilityState {
  return neighbour === 'yes' ? 'inferred' : neighbour
}

/** A 404 would not tell an unknown path from an address that is not listed, so a listed one is asked for. */
async function blacklistEntry(
  extras: ExtraOperations,
  blacklists: BlacklistOperations,
  options: CallOptions | undefined,
): Promise<CapabilityState> {
  for (const type of ['bounces', 'unsubscribers', 'complaints']) {
    const page = await asked(() => blacklists.list({ type, pageSize: 1 }, options))
    const email = page.value?.items[0]?.email
    if (email === undefined) continue
    const found = await asked(() => extras.blacklisted(type, email, options))
    return found.state === 'yes' && found.value === null ? 'no' : found.state
  }
  return 'unknown'
}
