import { isMailAddress } from '#shared/text/mail-address.ts'
import { json, type Answer } from '../http/answer.ts'
import { invalid } from '../http/service-error.ts'
import { readBodyObject, requireKnown, requireText, shown } from '../readers/fields.ts'
import type { Call, Service } from './service.ts'
import { domainRecords } from '../store/account/domains.ts'
import { domainFlagsAs, type Domain } from '../store/index.ts'
import { wireTimes } from './dates.ts'

const fields = ['sending', 'tracking', 'email']

/** 4.15 */
export function putDomain({ service, body }: Call): Answer {
  const given = readBodyObject(body, service.settings, fields)
  const sending = readDomainName(given.sending, 'sending')
  const tracking = readDomainName(given.tracking, 'tracking')
  const email = requireText(given.email, 'email').trim()
  if (!isMailAddress(email)) throw invalid(`email is not an email address: ${shown(email)}.`)
  return json(wireDomain(service, service.store.domains.put({ sending, tracking, email }, service.clock.now())))
}

export function listDomains({ service }: Call): Answer {
  return json(service.store.domains.list().map((domain) => wireDomain(service, domain)))
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
  const { email: _email, secondSpf: _secondSpf, ...documented } = { ...domain, ...wireTimes(domain) }
  return settings.strict ? documented : { ...documented, records: domainRecords(domain) }
}
