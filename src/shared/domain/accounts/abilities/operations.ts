export const abilityGroups = [
  'Sending',
  'Messages',
  'Statistics',
  'Exports',
  'Blacklists',
  'Domains',
  'Templates',
  'API keys',
  'Webhooks',
  'Users and plan',
] as const
export type AbilityGroup = (typeof abilityGroups)[number]

export type Operation = {
  readonly group: AbilityGroup
  /** The operation’s purpose, in a user’s words. */
  readonly purpose: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  /** Whether the documented interface lists the operation, in which case every account should have it. */
  readonly isDocumented: boolean
  /** Whether a 404 means that the item named in the path is missing, not the operation. */
  readonly namesOne: boolean
}

type Traits = { readonly beyond?: true; readonly namesOne?: true }

function operation(
  group: AbilityGroup,
  endpoint: string,
  purpose: string,
  { beyond, namesOne }: Traits = {},
): Operation {
  const [method, path] = endpoint.split(' ') as [Operation['method'], string]
  return { group, purpose, method, path, isDocumented: beyond !== true, namesOne: namesOne === true }
}

const beyond = { beyond: true } as const
const one = { namesOne: true } as const
const oneBeyond = { beyond: true, namesOne: true } as const

/** All operations of the service that Mailroom uses, keyed by their names in the call log. */
export const operations = {
  'messages.send': operation('Sending', 'POST /messages/send', 'Send messages'),
  'statistics.messages': operation('Messages', 'POST /statistics/messages', 'List and search messages'),
  'statistics.message': operation(
    'Messages',
    'GET /statistics/message/{messageId}',
    'Show a message’s opens and clicks',
    one,
  ),
  'statistics.recipient': operation(
    'Messages',
    'GET /statistics/recipient/{recipientEmail}',
    'Show a recipient’s figures',
    one,
  ),
  'statistics.sends': operation('Statistics', 'POST /statistics/sends', 'Count all messages in a period', beyond),
  'statistics.domains': operation('Statistics', 'POST /statistics/domains', 'Count messages by domain'),
  'statistics.tags': operation('Statistics', 'POST /statistics/tags', 'Count messages by tag'),
  'statistics.activities': operation(
    'Statistics',
    'POST /statistics/activities',
    'Count deliveries, opens and clicks by day',
  ),
  'statistics.bounces': operation('Statistics', 'POST /statistics/bounces', 'Count bounces by day'),
  'statistics.links': operation('Statistics', 'POST /statistics/links', 'Count clicks by link', beyond),
  'statistics.emailPlatforms': operation(
    'Statistics',
    'POST /statistics/emailplatforms',
    'Count opens by webmail and mail program',
  ),
  'statistics.localisations': operation(
    'Statistics',
    'POST /statistics/localisations',
    'Count opens and clicks by place',
  ),
  'exports.all': operation('Exports', 'POST /export/{fileType}', 'Export a period and read the history'),
  'exports.delta': operation(
    'Exports',
    'POST /export/{fileType}/delta',
    'Export what is new since the last delta export',
  ),
  'blacklists.list': operation('Blacklists', 'POST /blacklists/list', 'List the addresses on a blacklist'),
  'extras.blacklisted': operation('Blacklists', 'GET /blacklists/{type}/{email}', 'Look up one address', oneBeyond),
  'extras.addBlacklisted': operation('Blacklists', 'POST /blacklists', 'Add an address', beyond),
  'extras.removeBlacklisted': operation(
    'Blacklists',
    'DELETE /blacklists/{type}/{email}',
    'Remove an address',
    oneBeyond,
  ),
  'settings.addOrUpdateDomain': operation('Domains', 'POST /settings/domains', 'Add or change a domain'),
  'extras.domains': operation('Domains', 'GET /settings/domains', 'List the domains', beyond),
  'extras.domain': operation('Domains', 'GET /settings/domains/{sending}', 'Show a domain', oneBeyond),
  'extras.testDomain': operation(
    'Domains',
    'GET /settings/domains/{sending}/test',
    'Have the service check a domain’s DNS',
    oneBeyond,
  ),
  'templates.update': operation('Templates', 'PUT /settings/templates/{id}', 'Change a template', one),
  'templates.list': operation('Templates', 'GET /settings/templates/list', 'List the templates', beyond),
  'templates.get': operation('Templates', 'GET /settings/templates/{id}', 'Show a template', oneBeyond),
  'templates.add': operation('Templates', 'POST /settings/templates', 'Create a template', beyond),
  'templates.remove': operation('Templates', 'DELETE /settings/templates/{id}', 'Delete a template', oneBeyond),
  'templates.test': operation(
    'Templates',
    'POST /settings/templates/{id}/test',
    'Send a test of a template',
    oneBeyond,
  ),
  'settings.apiKeys': operation('API keys', 'GET /settings/apikeys', 'List the API keys and check the connection'),
  'settings.addApiKey': operation('API keys', 'POST /settings/apikeys', 'Create an API key'),
  'apiKeys.change': operation('API keys', 'PUT /settings/apikeys/{id}', 'Change an API key', oneBeyond),
  'apiKeys.remove': operation('API keys', 'DELETE /settings/apikeys/{id}', 'Delete an API key', oneBeyond),
  'webhooks.list': operation('Webhooks', 'GET /settings/webhooks', 'List the webhooks', beyond),
  'webhooks.add': operation('Webhooks', 'POST /settings/webhooks', 'Add a webhook', beyond),
  'webhooks.change': operation('Webhooks', 'PUT /settings/webhooks/{id}', 'Change a webhook', oneBeyond),
  'webhooks.remove': operation('Webhooks', 'DELETE /settings/webhooks/{id}', 'Delete a webhook', oneBeyond),
  'webhooks.test': operation(
    'Webhooks',
    'GET /settings/webhooks/{id}/test',
    'Send a test call to a webhook',
    oneBeyond,
  ),
  'webhooks.calls': operation('Webhooks', 'POST /settings/webhooks/{id}/logs', 'Show a webhook’s calls', oneBeyond),
  'users.get': operation('Users and plan', 'GET /users/{id}', 'Show a user', one),
  'extras.users': operation('Users and plan', 'GET /users', 'List the users', beyond),
  'extras.account': operation('Users and plan', 'GET /account', 'Show the plan and remaining credits', beyond),
} as const satisfies Readonly<Record<string, Operation>>

export type OperationName = keyof typeof operations

/** The names of the operations in one room of the client, without the room’s prefix. */
export type NameIn<Room extends string, Name = OperationName> = Name extends `${Room}.${infer Rest}` ? Rest : never

export const operationNames = Object.keys(operations) as OperationName[]

/** The endpoint, written as the probe and the learned abilities write it. */
export function endpointOf({ method, path }: Operation): string {
  return `${method} ${path}`
}

/** Whether the account has an operation. An inferred ability counts as unknown, because a related operation proves nothing. */
export function canUse(
  abilities: Readonly<Record<string, string>> | undefined,
  operation: OperationName,
): 'yes' | 'no' | 'unknown' {
  const state = abilities?.[endpointOf(operations[operation])]
  return state === 'yes' || state === 'no' ? state : 'unknown'
}
