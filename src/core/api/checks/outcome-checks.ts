import { createHash } from 'node:crypto'
import type { MessageRecord } from '#shared/domain/service/records.ts'
import type { Context } from '../calls/context.ts'
import type { CallOptions } from '../options/options.ts'
import type { OutcomeCheck } from '../options/outcome.ts'
import type { Problem } from '../read/list.ts'
import { isUnknownPath, type BlacklistOperations } from '../resources/blacklists.ts'
import type { ExtraOperations } from '../resources/extras.ts'
import type { SettingsOperations } from '../resources/settings.ts'
import type { StatisticsOperations } from '../resources/statistics.ts'
import { sendIdKey } from '../write/send-body.ts'

export type SendCheck = {
  found: MessageRecord[]
  /** Records looked at. */
  searched: number
  /** All that could be it were looked at: when nothing was found, the service has no such message by now. */
  complete: boolean
}

export type OutcomeAnswer = {
  outcome: 'happened' | 'not-found' | 'cannot-tell'
  text: string
  /** Ids of the records of a send that was found. */
  messages?: readonly string[]
}

export type Checks = {
  /** Looks for the records that carry the mark of a send. */
  checkSend(sendId: string, options?: CallOptions & { sentAt?: number; from?: string }): Promise<SendCheck>
  /** Looks for the outcome of any effect whose answer was lost: `details.check` of an `outcome-unknown` error. */
  checkOutcome(check: OutcomeCheck, options?: CallOptions): Promise<OutcomeAnswer>
}

const pageSize = 500
const mostPages = 40
/** Beside the known difference of the clocks: records are written a while after the send. */
const slack = 15 * 60_000
const day = 86_400_000
/** Enough to open them; a newsletter has thousands. */
const mostShown = 20
const notYet =
  'It was not sent, as far as the service’s records show by now. They may lag behind: check again in a few minutes, before you send it anew.'

export function createChecks(
  context: Context,
  clockSkew: () => number,
  rooms: {
    statistics: StatisticsOperations
    settings: SettingsOperations
    extras: ExtraOperations
    blacklists: BlacklistOperations
  },
): Checks {
  const { clock } = context.options
  const { statistics, settings, extras, blacklists } = rooms

  async function checkSend(
    sendId: string,
    options?: CallOptions & { sentAt?: number; from?: string },
  ): Promise<SendCheck> {
    const skew = clockSkew()
    const result = await lookFor(sendId, skew, options)
    // The answer may be the first that tells the service's time: what was looked through was then another hour.
    return Math.abs(clockSkew() - skew) > slack / 2 ? lookFor(sendId, clockSkew(), options) : result
  }

  async function lookFor(
    sendId: string,
    skew: number,
    options: (CallOptions & { sentAt?: number; from?: string }) | undefined,
  ): Promise<SendCheck> {
    const filter = {
      // The service's clock may have been put forward since the send, so it moves the end alone.
      dateBegin: (options?.sentAt ?? clock.now() - day) + Math.min(0, skew) - slack,
      dateEnd: clock.now() + skew + slack,
      froms: options?.from === undefined ? undefined : [options.from],
    }
    const result: SendCheck = { found: [], searched: 0, complete: false }
    let unreadable = 0
    for (let page = 1; page <= mostPages; page += 1) {
      const answer = await statistics.messages({ ...filter, page, pageSize }, options)
      const read = answer.items.length + answer.problems.length
      result.searched += read
      unreadable += answer.problems.length
      result.found.push(...answer.items.filter(({ meta }) => meta?.[sendIdKey] === sendId))
      // A service may give smaller pages than it was asked for: only its total or an empty page is an end.
      const isEnd = read === 0 || (answer.total !== null && result.searched >= answer.total)
      // What cannot be read may be the message that is looked for.
      if (isEnd) return { ...result, complete: unreadable === 0 }
    }
    return result
  }

  /** A 404 is also what an account without that operation answers: only the whole list proves that nobody is there. */
  async function findBlacklisted(type: string, email: string, options?: CallOptions): Promise<boolean | null> {
    const entry = await extras.blacklisted(type, email, options).catch((thrown: unknown) => {
      if (isUnknownPath(thrown)) return null
      throw thrown
    })
    if (entry !== null) return true
    const wanted = email.trim().toLowerCase()
    let searched = 0
    let unreadable = 0
    for (let page = 1; page <= mostPages; page += 1) {
      const answer = await blacklists.list({ type, page, pageSize, order: 'descending' }, options)
      if (answer.items.some((item) => item.email.toLowerCase() === wanted)) return true
      const read = answer.items.length + answer.problems.length
      searched += read
      unreadable += answer.problems.length
      if (read === 0 || (answer.total !== null && searched >= answer.total)) return unreadable === 0 ? false : null
    }
    return null
  }

  async function checkOutcome(check: OutcomeCheck, options?: CallOptions): Promise<OutcomeAnswer> {
    switch (check.kind) {
      case 'send': {
        if (check.sendId === null)
          return cannotTell('This account does not mark its sends, so none can be told from another.')
        const { found, complete } = await checkSend(check.sendId, {
          ...options,
          sentAt: check.sentAt,
          from: check.from,
        })
        const isRecent = clock.now() - check.sentAt < slack
        if (found.length > 0) return { ...sent(found, check.recipients, isRecent), messages: shownOf(found) }
        if (complete) return notFound(isRecent ? notYet : 'It was not sent: the service has no record of it.')
        return cannotTell(
          'The service has too many messages of that time to look through, or some that cannot be read.',
        )
      }
      case 'api-key': {
        const { items, problems } = await settings.apiKeys(options)
        const { description, startedAt } = check
        const found = items.filter((key) => key.description === description)
        if (found.length === 0) return absent(problems, 'There is no API key with that description.')
        const earliest = startedAt + Math.min(0, clockSkew()) - slack
        const isNew = found.some((key) => key.createdAt === null || key.createdAt >= earliest)
        return isNew
          ? happened('There is an API key with that description.')
          : notFound('The only key with that description is older.')
      }
      case 'domain':
        return readBack(async () => {
          const { items, problems } = await extras.domains(options)
          const found = items.some(({ sending }) => sending.toLowerCase() === check.sending.toLowerCase())
          if (found) return happened('The service has the domain.')
          return absent(problems, 'The service does not have the domain.')
        })
      case 'domain-test':
        return cannotTell('An earlier check cannot be told from this one. Checking the domain again does no harm.')
      case 'template':
        return readBack(async () => {
          const template = await extras.template(check.id, options)
          const htmlHash = createHash('sha256').update(template.htmlContent).digest('hex')
          const isSame =
            template.description === check.description &&
            template.subject === check.subject &&
            htmlHash === check.htmlHash
          return isSame ? happened('The template is as it was sent.') : notFound('The template is not as it was sent.')
        })
      case 'new-template':
        return readBack(async () => {
          const { items, problems } = await extras.templates(options)
          const found = items.some(({ description }) => description === check.description)
          if (found) return happened('The service has the template.')
          return absent(problems, 'The service does not have the template.')
        })
      case 'blacklist':
        return readBack(async () => {
          const isListed = await findBlacklisted(check.type, check.email, options)
          if (isListed === null)
            return cannotTell('The blacklist is too long to look through, or has entries that cannot be read.')
          const text = isListed ? 'The address is on the list.' : 'The address is not on the list.'
          return isListed === check.listed ? happened(text) : notFound(text)
        })
      case 'delta':
        return cannotTell('The mark of a delta export cannot be read. Export the period in full to get every row.')
    }
  }

  return { checkSend, checkOutcome }
}

/** Reading back is for accounts that can: interface.md has no operation for it. */
async function readBack(read: () => Promise<OutcomeAnswer>): Promise<OutcomeAnswer> {
  try {
    return await read()
  } catch (thrown) {
    if (!isUnknownPath(thrown)) throw thrown
    return cannotTell('This account has no way to read it back.')
  }
}

/** Each recipient has a record of their own, and they are written one after the other. */
function sent(found: readonly MessageRecord[], recipients: number, isRecent: boolean): OutcomeAnswer {
  if (found.length >= recipients) return happened(`It was sent: the service has ${records(found)}.`)
  const known = `for ${recipients} recipients the service has ${records(found)}`
  if (!isRecent) return happened(`It was sent: ${known}.`)
  return cannotTell(`It was begun: ${known}, by now. Others may follow: check again in a few minutes.`)
}

function shownOf(found: readonly MessageRecord[]): string[] {
  return found.slice(0, mostShown).map(({ id }) => id)
}

/** "1 record of it, delivered", "3 records of it: 1 hardbounced, 2 delivered". */
function records(found: readonly MessageRecord[]): string {
  const states = new Map<string, number>()
  for (const { lastState } of found) states.set(lastState, (states.get(lastState) ?? 0) + 1)
  const counted = [...states].map(([state, count]) => `${count} ${state || 'without a state'}`)
  if (found.length === 1) return `1 record of it, ${found[0]!.lastState || 'without a state'}`
  return `${found.length} records of it: ${counted.join(', ')}`
}

/** Only a list that was read whole proves that something is not in it. */
function absent(problems: readonly Problem[], text: string): OutcomeAnswer {
  return problems.length === 0 ? notFound(text) : cannotTell('Some entries of the list cannot be read.')
}

const happened = (text: string): OutcomeAnswer => ({ outcome: 'happened', text })
const notFound = (text: string): OutcomeAnswer => ({ outcome: 'not-found', text })
const cannotTell = (text: string): OutcomeAnswer => ({ outcome: 'cannot-tell', text })
