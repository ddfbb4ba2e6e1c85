import { isMailAddress } from '#shared/text/mail-address.ts'
import { json, type Answer } from '../http/answer.ts'
import { invalid, notFound } from '../http/service-error.ts'
import { readBodyObject, readFlag, requireKnown, requireText, shown } from '../readers/fields.ts'
import type { Call, Service } from './service.ts'
import { dkimOf, domainRecords, spfRecord, trackingHost } from '../store/account/domains.ts'
import { domainFlagsAs, type Domain } from '../store/index.ts'
import { wireTimes } from './dates.ts'

const fields = ['sending', 'tracking', 'email']
/** `dkim2048` requests a 2048-bit DKIM key. The service’s documentation does not mention it. */
const undocumentedFields = [...fields, 'dkim2048']

/** Implements section 4.15 of the service’s documentation. */
export function putDomain({ service, body }: Call): Answer {
  const { strict } = service.settings
  const given = readBodyObject(body, service.settings, strict ? fields : undocumentedFields)
  const sending = readDomainName(given.sending, 'sending')
  const tracking = readDomainName(given.tracking, 'tracking')
  const email = requireText(given.email, 'email').trim()
  if (!isMailAddress(email)) throw invalid(`email is not an email address: ${shown(email)}.`)
  const dkim2048 = strict ? undefined : readFlag(given.dkim2048, 'dkim2048', service.settings)
  const domain = service.store.domains.put({ sending, tracking, email, dkim2048 }, service.clock.now())
  return json(wireDomain(service, domain))
}

/** Returns the DNS records that the account’s default domain needs. */
export function getDomainSettings({ service }: Call): Answer {
  const domains = service.store.domains.list()
  const domain = domains.find((one) => one.default) ?? domains[0]
  const { name, value } = dkimOf(domain ?? { sending: 'mailroom.example' })
  return json({
    dkim: { value, record: 'TXT', prefix: name },
    spf: { value: spfRecord, record: 'TXT' },
    tracking: { value: trackingHost, record: 'CNAME' },
  })
}

export function removeDomain({ service, params }: Call): Answer {
  const { store, clock } = service
  if (!store.domains.removeOne(params[0]!, clock.now())) throw notFound(`There is no domain ${shown(params[0]!)}.`)
  return json({ status: 'success' })
}

/** Unlike a domain that is read individually, listed domains have no `accountId`. */
export function listDomains({ service }: Call): Answer {
  const domains = service.store.domains.list().map((domain) => wireDomain(service, domain))
  return json(domains.map(({ accountId: _accountId, ...listed }) => listed))
}

export function getDomain(call: Call): Answer {
  return json(wireDomain(call.service, known(call)))
}

/** Simulates the DNS check: the sandbox finds all records. */
export function testDomain(call: Call): Answer {
  const { store, clock } = call.service
  const domain = store.domains.verify(known(call).sending, domainFlagsAs(true), clock.now())
  return json(wireDomain(call.service, domain ?? known(call)))
}

function known({ service, params }: Call): Domain {
  const sending = params[0]!.toLowerCase()
  return requireKnown(service.store.domains.get(sending), 'domain', sending)
}

function readDomainName(value: unknown, name: string): string {
  const text = requireText(value, name).trim().toLowerCase()
  if (!text.includes('.') || !isMailAddress(`a@${text}`)) throw invalid(`${name} is not a domain name: ${shown(text)}.`)
  return text
}

function wireDomain({ settings }: Service, domain: Domain) {
  const { email, secondSpf: _secondSpf, dkim2048: _dkim2048, ...documented } = { ...domain, ...wireTimes(domain) }
  return settings.strict ? documented : { ...documented, email, records: domainRecords(domain) }
}
