import { isMailAddress } from '#shared/text/mail-address.ts'
import { json, type Answer } from '../http/answer.ts'
import { invalid } from '../http/service-error.ts'
import { readBodyObject, shown } from '../readers/fields.ts'
import { filterFields, readFilter } from '../readers/filter.ts'
import type { Call } from './service.ts'
import type { Statistics } from '../statistics/statistics.ts'
import type { Filter, Store } from '../store/index.ts'

/**
 * Creates an operation of sections 4.7 to 4.12 of the service’s documentation. They all have the same filter and differ
 * only in what they count.
 */
function counted(count: (statistics: Statistics, filter: Filter, store: Store) => unknown): (call: Call) => Answer {
  return ({ service, body }) => {
    const given = readBodyObject(body, service.settings, filterFields)
    const filter = readFilter(given, service.settings, service.clock)
    return json(count(service.statistics, filter, service.store))
  }
}

export const getDomainStatistics = counted((statistics, filter) => statistics.domains(filter))
export const getTagStatistics = counted((statistics, filter) => statistics.tags(filter))
export const getActivities = counted((statistics, filter) => statistics.activities(filter))
export const getBounces = counted((statistics, filter) => statistics.bounces(filter))
export const getLocalisations = counted((statistics, filter) => statistics.localisations(filter))
export const getEmailPlatforms = counted((statistics, filter) => statistics.emailPlatforms(filter))
export const getWebmails = counted((statistics, filter) => statistics.emailPlatforms(filter, 'webmail'))
export const getApplications = counted((statistics, filter) => statistics.emailPlatforms(filter, 'application'))
export const getWebmailsTotal = counted((statistics, filter) => statistics.emailPlatformOpens(filter, 'webmail'))
export const getApplicationsTotal = counted((statistics, filter) =>
  statistics.emailPlatformOpens(filter, 'application'),
)

/** Statistics that real clients read although the service’s documentation doesn’t mention them. */
export const getSends = counted((statistics, filter, { account }) => ({
  ...statistics.sends(filter),
  accountId: account()?.id ?? '',
}))
export const getLinks = counted((statistics, filter) => statistics.links(filter))
export const getDevices = counted((statistics, filter) => statistics.devices(filter))
export const getComputers = counted((statistics, filter) => statistics.devices(filter, 'computers'))
export const getMobiles = counted((statistics, filter) => statistics.devices(filter, 'mobiles'))
export const getComputersTotal = counted((statistics, filter) => statistics.devicesTotal(filter, 'computers'))
export const getMobilesTotal = counted((statistics, filter) => statistics.devicesTotal(filter, 'mobiles'))

/** Implements section 4.6 of the service’s documentation. */
export function getRecipient({ service, params }: Call): Answer {
  const email = params[0]!
  if (!isMailAddress(email)) throw invalid(`The recipient is not an email address: ${shown(email)}.`)
  const counts = service.statistics.recipient(email)
  if (!service.settings.strict) return json(counts)
  const { hardbounced: _hard, softbounced: _soft, ...documented } = counts
  return json(documented)
}
