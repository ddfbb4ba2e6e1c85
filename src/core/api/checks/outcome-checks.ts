import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { msPerDay } from '#shared/domain/base/durations.ts'
import type { MessageRecord } from '../read/messages.ts'
import { sendIdKey } from '#shared/domain/service/send-id.ts'
import type { Context } from '../calls/context.ts'
import { isUnknownPath } from '../http/refusal.ts'
import type { CallOptions } from '../options/options.ts'
import type { OutcomeCheck } from '../options/outcome.ts'
import type { BlacklistOperations } from '../resources/blacklists.ts'
import type { ExtraOperations } from '../resources/extras.ts'
import type { SettingsOperations } from '../resources/settings.ts'
import type { StatisticsOperations } from '../resources/statistics.ts'
import type { TemplateOperations } from '../resources/templates.ts'
import type { WebhookOperations } from '../resources/webhooks.ts'
import { checkBlacklist } from './blacklist-checks.ts'
import { absent, cannotTell, happened, notFound, ofSend, type CheckedOutcome } from './checked-outcome.ts'
import { ofCreation, slack, whenCreated } from './creation.ts'
import { checkWebhook } from './webhook-checks.ts'

export type SendCheck = {
  found: MessageRecord[]
  searched: number
  /**
   * Whether every record that could match was examined. If so and none was found, the service doesn’t have the message.
   */
  complete: boolean
}

type SendCheckOptions = CallOptions & { sentAt?: number; from?: string }

type CheckOf<Kind extends OutcomeCheck['kind']> = Extract<OutcomeCheck, { kind: Kind }>

type ChecksOptions = {
  readonly context: Context
  readonly clockSkew: () => number
  readonly statistics: StatisticsOperations
  readonly settings: SettingsOperations
  readonly extras: ExtraOperations
  readonly blacklists: BlacklistOperations
  readonly templates: TemplateOperations
  readonly webhooks: WebhookOperations
}

const pageSize = 500
const mostPages = 40

/** Determines the outcome of an effect whose response was lost. */
export class OutcomeChecks {
  readonly #options: ChecksOptions

  constructor(options: ChecksOptions) {
    this.#options = options
  }

  /** Searches for records with a send’s marker. */
  async checkSend(sendId: string, options?: SendCheckOptions): Promise<SendCheck> {
    const { clockSkew } = this.#options
    const skew = clockSkew()
    const result = await this.#findSend(sendId, skew, options)
    // If the service’s time was unknown before this search, the search may have covered the wrong hour.
    return Math.abs(clockSkew() - skew) > slack / 2 ? this.#findSend(sendId, clockSkew(), options) : result
  }

  /** `check` is `details.check` of an `outcome-unknown` error. */
  async checkOutcome(check: OutcomeCheck, options?: CallOptions): Promise<CheckedOutcome> {
    switch (check.kind) {
      case 'send':
        return this.#send(check, options)
      case 'api-key':
        return this.#apiKey(check, options)
      case 'api-key-change':
        return this.#apiKeyChange(check, options)
      case 'api-key-removal':
        return this.#apiKeyRemoval(check, options)
      case 'domain':
        return this.#domain(check, options)
      case 'domain-test':
        return cannotTell('Mailroom can’t tell this check from an earlier one. It is safe to check the domain again.')
      case 'template':
        return this.#template(check, options)
      case 'new-template':
        return this.#newTemplate(check, options)
      case 'template-removal':
        return this.#templateRemoval(check, options)
      case 'template-test':
        return cannotTell('Mailroom can’t tell this test from an earlier one. Check the recipient’s mailbox.')
      case 'blacklist':
        return readBack(() => checkBlacklist(check, this.#options, options))
      case 'webhook':
      case 'webhook-change':
      case 'webhook-removal':
      case 'webhook-test':
        return checkWebhook(check, this.#options, options)
      case 'delta':
        return cannotTell('Mailroom can’t read the service’s delta mark. Export the period in full to get every row.')
    }
  }

  async #send(check: CheckOf<'send'>, options?: CallOptions): Promise<CheckedOutcome> {
    const { sendId, sentAt, from, recipients } = check
    if (sendId === null) {
      return cannotTell('This account doesn’t mark its sends. Look for this send under Messages.')
    }
    const { found, complete } = await this.checkSend(sendId, { ...options, sentAt, from })
    const isRecent = this.#options.context.options.clock.now() - sentAt < slack
    return ofSend({ found, complete, recipients, isRecent })
  }

  async #findSend(sendId: string, skew: number, options: SendCheckOptions | undefined): Promise<SendCheck> {
    const { statistics, context } = this.#options
    const now = context.options.clock.now()
    const filter = {
      // The service’s clock may have been set forward after the send, so a positive skew doesn’t move the start.
      dateBegin: (options?.sentAt ?? now - msPerDay) + Math.min(0, skew) - slack,
      dateEnd: now + skew + slack,
      froms: options?.from === undefined ? undefined : [options.from],
    }
    const result: SendCheck = { found: [], searched: 0, complete: false }
    let unreadable = 0
    for (let page = 1; page <= mostPages; page += 1) {
      const { items, problems, total } = await statistics.messages({ ...filter, page, pageSize }, options)
      const read = items.length + problems.length
      result.searched += read
      unreadable += problems.length
      result.found.push(...items.filter(({ meta }) => meta?.[sendIdKey] === sendId))
      // A service may return smaller pages than requested: its total indicates the end or, without a total, an empty
      // page.
      const isEnd = total === null ? read === 0 : result.searched >= total
      // An unreadable record may be the one sought, so the search is incomplete.
      if (isEnd) return { ...result, complete: unreadable === 0 }
      // The service returns no pages this deep.
      if (read === 0) return result
    }
    return result
  }

  async #apiKey({ description, startedAt }: CheckOf<'api-key'>, options?: CallOptions): Promise<CheckedOutcome> {
    const { settings, clockSkew } = this.#options
    const { items, problems } = await settings.apiKeys(options)
    const found = { items: items.filter((key) => key.description === description), problems }
    return ofCreation(
      found,
      { startedAt, clockSkew: clockSkew() },
      {
        created: 'There is an API key with that description.',
        absent: 'There is no API key with that description.',
        earlier: 'The only API key with that description was created earlier.',
        unclear: 'There is an API key with that description, but it may be an older one.',
      },
    )
  }

  async #apiKeyChange(
    { id, description, filter }: CheckOf<'api-key-change'>,
    options?: CallOptions,
  ): Promise<CheckedOutcome> {
    const { items, problems } = await this.#options.settings.apiKeys(options)
    const key = items.find((item) => item.id === id)
    if (key === undefined) return absent(problems, 'The API key no longer exists.')
    const isDescribed = description === null || key.description === description
    const isFiltered =
      filter === null ||
      (key.ipFilterEnabled === filter.enabled && isDeepStrictEqual([...key.allowedIps], filter.allowedIps))
    return isDescribed && isFiltered
      ? happened('The API key has the values you sent.')
      : notFound('The API key doesn’t have the values you sent.')
  }

  async #apiKeyRemoval({ id }: CheckOf<'api-key-removal'>, options?: CallOptions): Promise<CheckedOutcome> {
    const { items, problems } = await this.#options.settings.apiKeys(options)
    if (items.some((item) => item.id === id)) return notFound('The API key still exists.')
    return problems.length === 0
      ? happened('The API key was deleted.')
      : cannotTell('Some entries in the list can’t be read. Check the list in the service’s own console.')
  }

  #domain({ sending, tracking, email, startedAt }: CheckOf<'domain'>, options?: CallOptions): Promise<CheckedOutcome> {
    const { extras, clockSkew } = this.#options
    return readBack(async () => {
      const { items, problems } = await extras.domains(options)
      const found = items.find((domain) => isSameText(domain.sending, sending) === true)
      if (found === undefined) return absent(problems, 'The service does not have the domain.')
      const compared = [isSameText(found.tracking, tracking), isSameText(found.email, email)]
      if (compared.includes(false)) return notFound('The domain doesn’t have the values you sent.')
      const isNew = whenCreated(found.createdAt, { startedAt, clockSkew: clockSkew() }) === 'by-call'
      return isNew || !compared.includes(null)
        ? happened('The domain has the values you sent.')
        : cannotTell('The service has the domain, but not all of its values can be compared with those you sent.')
    })
  }

  #template({ id, description, from, subject, htmlHash, textHash }: CheckOf<'template'>, options?: CallOptions) {
    return readBack(async () => {
      const template = await this.#templateOf(id, options)
      if (template === null)
        return cannotTell('The template wasn’t found in the list. Look for it in the service’s own console.')
      const isSame =
        template.description === description &&
        // Not every service returns the sender, so the sender may be missing.
        (from === undefined || ['', from].includes(template.from.address)) &&
        template.subject === subject &&
        hashOf(template.htmlContent ?? '') === htmlHash &&
        hashOf(template.textContent ?? '') === textHash
      return isSame
        ? happened('The template has the content you sent.')
        : notFound('The template doesn’t have the content you sent.')
    })
  }

  /** Read from the list if the account cannot request a single template. */
  async #templateOf(id: string, options?: CallOptions) {
    const { templates } = this.#options
    try {
      return await templates.get(id, options)
    } catch (thrown) {
      if (!isUnknownPath(thrown)) throw thrown
      const { items } = await templates.list(options)
      return items.find((template) => template.id === id || template.templateName === id) ?? null
    }
  }

  #newTemplate({ description, startedAt }: CheckOf<'new-template'>, options?: CallOptions): Promise<CheckedOutcome> {
    const { templates, clockSkew } = this.#options
    return readBack(async () => {
      const { items, problems } = await templates.list(options)
      const found = { items: items.filter((template) => template.description === description), problems }
      return ofCreation(
        found,
        { startedAt, clockSkew: clockSkew() },
        {
          created: 'The service has the template.',
          absent: 'The service does not have the template.',
          earlier: 'The only template with that description was created earlier.',
          unclear: 'The service has a template with that description, but it may be an older one.',
        },
      )
    })
  }

  #templateRemoval({ id }: CheckOf<'template-removal'>, options?: CallOptions): Promise<CheckedOutcome> {
    return readBack(async () => {
      const { items, problems } = await this.#options.templates.list(options)
      if (items.some((template) => template.id === id)) return notFound('The template still exists.')
      return problems.length === 0
        ? happened('The template was deleted.')
        : cannotTell('Some entries in the list can’t be read. Check the list in the service’s own console.')
    })
  }
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Only some accounts can read an object back, because the service’s documentation contains no operation for it. */
async function readBack(read: () => Promise<CheckedOutcome>): Promise<CheckedOutcome> {
  try {
    return await read()
  } catch (thrown) {
    if (!isUnknownPath(thrown)) throw thrown
    return cannotTell('This account can’t read this from the service. Check it in the service’s own console.')
  }
}

/**
 * Returns null if either is missing, because not every service returns every value, and earlier versions noted none.
 */
function isSameText(found: string, wanted: string | undefined): boolean | null {
  if (found === '' || wanted === undefined || wanted === '') return null
  return found.toLowerCase() === wanted.toLowerCase()
}
