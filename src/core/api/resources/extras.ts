import { AppError } from '#shared/contract/base/error.ts'
import type { BlacklistEntry, Domain, Template, User } from '#shared/domain/service/records.ts'
import type { TemplateInput } from '#shared/domain/service/requests.ts'
import type { Context } from '../calls/context.ts'
import { segment } from '../calls/path.ts'
import type { CallOptions } from '../options/options.ts'
import type { Fields } from '../read/fields.ts'
import { readList, type Listed } from '../read/list.ts'
import { readDomain, readTemplate } from '../read/settings.ts'
import { readAccount, readBlacklistEntry, readUser } from '../read/users.ts'
import { ExtraCalls } from './extra-calls.ts'

type DomainExtras = {
  domains(options?: CallOptions): Promise<Listed<Domain>>
  domain(sending: string, options?: CallOptions): Promise<Domain>
  /** Asks the service to check the DNS of the domain again: a GET, yet it changes what is verified there. */
  testDomain(sending: string, options?: CallOptions): Promise<Domain | null>
}

type TemplateExtras = {
  templates(options?: CallOptions): Promise<Listed<Template>>
  template(id: string, options?: CallOptions): Promise<Template>
  addTemplate(input: TemplateInput, options?: CallOptions): Promise<Template | null>
}

type BlacklistExtras = {
  /** Null when the address is not on the list. */
  blacklisted(type: string, email: string, options?: CallOptions): Promise<BlacklistEntry | null>
  addBlacklisted(
    entry: { type: string; email: string; reason?: string; list?: string },
    options?: CallOptions,
  ): Promise<void>
  removeBlacklisted(type: string, email: string, options?: CallOptions): Promise<void>
}

/** Operations some accounts have beyond interface.md; whether they are there is in `learned().capabilities`. */
export type ExtraOperations = DomainExtras &
  TemplateExtras &
  BlacklistExtras & {
    users(options?: CallOptions): Promise<Listed<User>>
    account(options?: CallOptions): Promise<Fields>
  }

export function extraOperations({ caller }: Context): ExtraOperations {
  const calls = new ExtraCalls(caller)
  return {
    ...domainExtras(calls),
    ...templateExtras(calls),
    ...blacklistExtras(calls),
    users: (options) =>
      calls.get('users', '/users', (answer) => readList(answer, readUser, ['users', 'data']), options),
    account: (options) => calls.get('account', '/account', readAccount, options),
  }
}

function domainExtras(calls: ExtraCalls): DomainExtras {
  return {
    domains: (options) => calls.get('domains', '/settings/domains', readDomains, options),
    domain: (sending, options) => calls.get('domain', `/settings/domains/${segment(sending)}`, readDomain, options),
    testDomain: (sending, options) =>
      calls.changed(
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
  }
}

function templateExtras(calls: ExtraCalls): TemplateExtras {
  return {
    templates: (options) => calls.get('templates', '/settings/templates/list', readTemplates, options),
    template: (id, options) => calls.get('template', `/settings/templates/${segment(id)}`, readTemplate, options),
    addTemplate: ({ description, from, subject, htmlContent, textContent }, options) =>
      calls.changed(
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
  }
}

const blacklistUnchanged = 'The service did not change the blacklist.'

function blacklistExtras(calls: ExtraCalls): BlacklistExtras {
  return {
    async blacklisted(type, email, options) {
      const expected = { ...options, expected: ['not-found'] }
      try {
        return await calls.get('blacklisted', blacklistPath(type, email), readBlacklistEntry, expected)
      } catch (thrown) {
        if (thrown instanceof AppError && thrown.code === 'not-found') return null
        throw thrown
      }
    },
    addBlacklisted: ({ type, email, reason, list }, options) =>
      calls.change(
        {
          operation: 'extras.addBlacklisted',
          method: 'POST',
          path: '/blacklists',
          body: JSON.stringify({ type, email, reason, list }),
          effect: { kind: 'blacklist', type, email, listed: true },
        },
        blacklistUnchanged,
        options,
      ),
    removeBlacklisted: (type, email, options) =>
      calls.change(
        {
          operation: 'extras.removeBlacklisted',
          method: 'DELETE',
          path: blacklistPath(type, email),
          effect: { kind: 'blacklist', type, email, listed: false },
          // The one operation whose answer may be empty by the interface.
          mayAnswerNothing: true,
        },
        blacklistUnchanged,
        options,
      ),
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
