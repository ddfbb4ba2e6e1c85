import { AppError } from '#shared/contract/error.ts'
import type { BlacklistEntry, Domain, Template, User } from '#shared/domain/service/records.ts'
import type { TemplateInput } from '#shared/domain/service/requests.ts'
import type { Context } from '../context.ts'
import type { Request } from '../http/transport.ts'
import type { CallOptions } from '../options.ts'
import { segment } from '../path.ts'
import { fields, type Fields } from '../read/fields.ts'
import { readList, type Listed } from '../read/list.ts'
import { readDomain, readTemplate } from '../read/settings.ts'
import { readStatus } from '../read/status.ts'
import { readBlacklistEntry, readUser } from '../read/users.ts'

/** Operations some accounts have beyond interface.md; whether they are there is in `learned().capabilities`. */
export type ExtraOperations = {
  domains(options?: CallOptions): Promise<Listed<Domain>>
  domain(sending: string, options?: CallOptions): Promise<Domain>
  /** Asks the service to check the DNS of the domain again: a GET, yet it changes what is verified there. */
  testDomain(sending: string, options?: CallOptions): Promise<Domain | null>
  templates(options?: CallOptions): Promise<Listed<Template>>
  template(id: string, options?: CallOptions): Promise<Template>
  addTemplate(input: TemplateInput, options?: CallOptions): Promise<Template | null>
  /** Null when the address is not on the list. */
  blacklisted(type: string, email: string, options?: CallOptions): Promise<BlacklistEntry | null>
  addBlacklisted(
    entry: { type: string; email: string; reason?: string; list?: string },
    options?: CallOptions,
  ): Promise<void>
  removeBlacklisted(type: string, email: string, options?: CallOptions): Promise<void>
  users(options?: CallOptions): Promise<Listed<User>>
  account(options?: CallOptions): Promise<Fields>
}

export function extraOperations({ caller }: Context): ExtraOperations {
  function get<T>(name: string, path: string, read: (answer: unknown) => T, options: CallOptions | undefined) {
    return caller.call({ operation: `extras.${name}`, method: 'GET', path }, read, options)
  }
  async function change(request: Request, options: CallOptions | undefined): Promise<void> {
    const status = await caller.call(request, (answer) => (answer === undefined ? null : readStatus(answer)), options)
    if (status === null || status.ok) return
    throw new AppError('service-failure', `The service did not change the blacklist.${status.said}`, {
      details: { operation: request.operation, answer: status.answer },
    })
  }

  return {
    domains: (options) => get('domains', '/settings/domains', readDomains, options),
    domain: (sending, options) => get('domain', `/settings/domains/${segment(sending)}`, readDomain, options),
    testDomain: (sending, options) =>
      caller.call(
        {
          operation: 'extras.testDomain',
          method: 'GET',
          path: `/settings/domains/${segment(sending)}/test`,
          effect: { kind: 'domain-test', sending },
        },
        (answer) => (hasField(answer, 'sending') ? readDomain(answer) : null),
        options,
      ),
    templates: (options) => get('templates', '/settings/templates/list', readTemplates, options),
    template: (id, options) => get('template', `/settings/templates/${segment(id)}`, readTemplate, options),
    addTemplate: ({ description, from, subject, htmlContent, textContent }, options) =>
      caller.call(
        {
          operation: 'extras.addTemplate',
          method: 'POST',
          path: '/settings/templates',
          body: JSON.stringify({ description, from, subject, htmlContent, textContent }),
          effect: { kind: 'new-template', description },
        },
        (answer) => (hasField(answer, 'id') ? readTemplate(answer) : null),
        options,
      ),
    blacklisted: (type, email, options) =>
      get('blacklisted', blacklistPath(type, email), readBlacklistEntry, {
        ...options,
        expected: ['not-found'],
      }).catch((thrown: unknown) => {
        if (thrown instanceof AppError && thrown.code === 'not-found') return null
        throw thrown
      }),
    addBlacklisted: ({ type, email, reason, list }, options) =>
      change(
        {
          operation: 'extras.addBlacklisted',
          method: 'POST',
          path: '/blacklists',
          body: JSON.stringify({ type, email, reason, list }),
          effect: { kind: 'blacklist', type, email, listed: true },
        },
        options,
      ),
    removeBlacklisted: (type, email, options) =>
      change(
        {
          operation: 'extras.removeBlacklisted',
          method: 'DELETE',
          path: blacklistPath(type, email),
          effect: { kind: 'blacklist', type, email, listed: false },
        },
        options,
      ),
    users: (options) => get('users', '/users', (answer) => readList(answer, readUser, ['users', 'data']), options),
    account: (options) => get('account', '/account', fields, options),
  }
}

function blacklistPath(type: string, email: string): string {
  return `/blacklists/${segment(type)}/${segment(email)}`
}

function readDomains(answer: unknown): Listed<Domain> {
  return readList(answer, readDomain, ['domains', 'data'])
}

function readTemplates(answer: unknown): Listed<Template> {
  return readList(answer, readTemplate, ['templates', 'data'])
}

function hasField(answer: unknown, name: string): boolean {
  return typeof answer === 'object' && answer !== null && name in answer
}
