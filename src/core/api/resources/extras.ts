import { AppError } from '#shared/contract/base/error.ts'
import type { BlacklistEntry, Domain, Template, User } from '#shared/domain/service/records.ts'
import type { TemplateInput } from '#shared/domain/service/requests.ts'
import type { Context } from '../calls/context.ts'
import type { Request } from '../http/transport.ts'
import type { CallOptions } from '../options/options.ts'
import { segment } from '../calls/path.ts'
import { fields, type Fields, type Reader } from '../read/fields.ts'
import { readList, type Listed } from '../read/list.ts'
import { readDomain, readTemplate } from '../read/settings.ts'
import { readStatus, type StatusAnswer } from '../read/status.ts'
import { readAccount, readBlacklistEntry, readUser } from '../read/users.ts'

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
    const read = (answer: unknown): StatusAnswer => (answer === undefined ? doneWithoutAWord : readStatus(answer))
    refuseFailure(request, 'The service did not change the blacklist.', await caller.call(request, read, options))
  }
  /** An effect whose answer is the resource, or a status alone. Null where the service said no more than "success". */
  async function changed<T>(
    request: Request & { failed: string; field: string },
    read: Reader<T>,
    options: CallOptions | undefined,
  ): Promise<T | null> {
    const { failed, field, ...rest } = request
    const given = await caller.call<{ value: T } | { status: StatusAnswer }>(
      rest,
      (answer) => (field in fields(answer) ? { value: read(answer) } : { status: readStatus(answer) }),
      options,
    )
    if ('value' in given) return given.value
    refuseFailure(rest, failed, given.status)
    return null
  }

  return {
    domains: (options) => get('domains', '/settings/domains', readDomains, options),
    domain: (sending, options) => get('domain', `/settings/domains/${segment(sending)}`, readDomain, options),
    testDomain: (sending, options) =>
      changed(
        {
          operation: 'extras.testDomain',
          method: 'GET',
          path: `/settings/domains/${segment(sending)}/test`,
          effect: { kind: 'domain-test', sending },
          failed: 'The service did not check the domain.',
          field: 'sending',
        },
        readDomain,
        options,
      ),
    templates: (options) => get('templates', '/settings/templates/list', readTemplates, options),
    template: (id, options) => get('template', `/settings/templates/${segment(id)}`, readTemplate, options),
    addTemplate: ({ description, from, subject, htmlContent, textContent }, options) =>
      changed(
        {
          operation: 'extras.addTemplate',
          method: 'POST',
          path: '/settings/templates',
          body: JSON.stringify({ description, from, subject, htmlContent, textContent }),
          effect: { kind: 'new-template', description },
          failed: 'The service did not create the template.',
          field: 'id',
        },
        readTemplate,
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
          // The one operation of which the interface says that it may answer with nothing.
          mayAnswerNothing: true,
        },
        options,
      ),
    users: (options) => get('users', '/users', (answer) => readList(answer, readUser, ['users', 'data']), options),
    account: (options) => get('account', '/account', readAccount, options),
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

const doneWithoutAWord: StatusAnswer = { ok: true, said: '', answer: {} }

function refuseFailure({ operation }: Request, sentence: string, { ok, said, answer }: StatusAnswer): void {
  if (ok) return
  throw new AppError('service-failure', `${sentence}${said}`, { details: { operation, answer } })
}
