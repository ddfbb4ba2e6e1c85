import { slug } from '#shared/text/slug.ts'
import { json, type Answer } from '../http/answer.ts'
import { invalid, ServiceError } from '../http/service-error.ts'
import { readMailbox } from '../readers/address.ts'
import { readBodyObject, readLine, readText, requireKnown, requireText, shown } from '../readers/fields.ts'
import type { Call, Service } from './service.ts'
import type { Template, TemplateInput } from '../store/index.ts'
import { readSend } from '../send/read-send.ts'
import { defaultsOf } from '../send/send-defaults.ts'
import { wireTimes } from './dates.ts'

const fields = ['description', 'from', 'subject', 'htmlContent', 'textContent']

/**
 * Implements section 4.16 of the service’s documentation. It doesn’t say whether a subject is required, so a missing
 * one leaves the old subject unchanged.
 */
export function updateTemplate(call: Call): Answer {
  const { service } = call
  const current = known(call)
  const input = readTemplate(call, current.subject)
  refuseSameName(service, input.description, current.id)
  service.store.templates.update(current.id, input, service.clock.now())
  return json({ status: 'success' })
}

export function addTemplate(call: Call): Answer {
  const { service } = call
  const input = readTemplate(call, '')
  refuseSameName(service, input.description, undefined)
  return json(wireTemplate(service.store.templates.add(input, service.clock.now())))
}

/**
 * Returns the whole list, whatever page is requested: the `page` and `pageSize` that clients set never reach the real
 * service.
 */
export function listTemplates({ service }: Call): Answer {
  return json({ templates: service.store.templates.list().map(wireTemplate) })
}

export function getTemplate(call: Call): Answer {
  return json(wireTemplate(known(call)))
}

export function removeTemplate(call: Call): Answer {
  call.service.store.templates.remove(known(call).id)
  return json({ status: 'success' })
}

/** Sends the template with its placeholders unfilled. */
export async function testTemplate(call: Call): Promise<Answer> {
  const { service, body, key } = call
  const { from, subject, htmlContent, textContent } = known(call)
  const { recipient } = readBodyObject(body, service.settings, ['recipient'])
  const address = requireText(readLine(recipient, 'recipient'), 'recipient')
  const msg = { from, subject, html: htmlContent, text: textContent }
  const send = { to: [{ address }], msg }
  const { notes: _none, ...outgoing } = readSend(
    send,
    service.settings,
    defaultsOf(service.store.configuration.current),
  )
  await service.engine.send({ ...outgoing, apiKey: key.id })
  return json({ status: 'success' })
}

/** Finds a template by its id or, unless the sandbox is strict, by its name. */
function known({ service, params }: Call): Template {
  const { store, settings } = service
  const given = params[0]!
  const byName = settings.strict ? null : store.templates.findByName(given)
  return requireKnown(store.templates.get(given) ?? byName, 'template', given)
}

function readTemplate({ service, body }: Call, subject: string): TemplateInput {
  const reading = service.settings
  const given = readBodyObject(body, reading, fields)
  const description = requireText(readLine(given.description, 'description'), 'description')
  const from = readMailbox(given.from, 'from', reading)
  if (from === undefined) throw invalid('from is required.')
  const htmlContent = readText(given.htmlContent, 'htmlContent')
  const textContent = readText(given.textContent, 'textContent')
  if (htmlContent === undefined) throw invalid('htmlContent is required.')
  if (textContent === undefined) throw invalid('textContent is required.')
  return { description, from, subject: readLine(given.subject, 'subject') ?? subject, htmlContent, textContent }
}

/** A send refers to a template by the slug of its description, so two templates cannot share a slug. */
function refuseSameName({ store }: Service, description: string, id: string | undefined): void {
  const name = slug(description)
  if (name === '') throw invalid('description must contain a letter or a digit.')
  const other = store.templates.findByName(name)
  if (other !== null && other.id !== id) {
    throw new ServiceError(409, 'conflict', `Another template already has the name ${shown(name)}.`)
  }
}

function wireTemplate(template: Template) {
  return { ...template, templateName: template.name, ...wireTimes(template) }
}
