import type { Account } from '#shared/contract/accounts.ts'
import { longestPrefix } from '#shared/contract/base/search-limits.ts'
import type { TeamView } from '#shared/contract/team.ts'
import { claimsToBeLink } from '#shared/domain/app/mailroom-link.ts'
import { plural } from '#shared/domain/base/plural.ts'
import { value } from '#shared/domain/query/print.ts'
import type { FoundRecipient } from '#shared/domain/recipients/recipient.ts'
import { shortened } from '#shared/text/shortened.ts'
import { visible } from '#shared/text/visible.ts'
import { openLink } from '../features/links/index.ts'
import { messagePath } from '../features/messages/index.ts'
import { RecipientFinder, recipientTitle, sortText, stateOptions } from '../features/query/index.ts'
import type { AppState } from '../lib/state/app-state.svelte.ts'
import { Loader } from '../lib/state/loader.svelte.ts'
import type { Action } from './actions.ts'
import { rank } from './palette-search.ts'
import { readPasted } from './pasted.ts'
import { viewParts } from './view-parts.ts'

const mostRecipients = 5
const mostTags = 4
const mostMessages = 3
const shortest = 2

type Part = Loader<{ readonly typed: string; readonly actions: readonly Action[] }>

/**
 * The palette’s results in addition to the commands: views and message states immediately, and results from the history
 * a moment later.
 */
export class PaletteFinder {
  readonly #app: AppState
  readonly #recipients: RecipientFinder
  /** The parts of the results, in display order. Each part is listed as soon as it has loaded. */
  readonly #parts: Readonly<Record<'views' | 'messages' | 'recipients' | 'tags', Part>>
  #typed = $state('')
  /** The team’s views. They are requested only once until the field is empty again, as it is when the palette opens. */
  #viewsOfTeam: Promise<readonly TeamView[]> | null = null
  #loading: Promise<unknown> = Promise.resolve()
  /** The order in which the actions for this text were first listed. */
  #listed: { readonly typed: string; readonly ids: readonly string[] } = { typed: '', ids: [] }

  constructor(app: AppState) {
    this.#app = app
    this.#recipients = new RecipientFinder(app.host, mostRecipients)
    this.#parts = {
      views: this.#part((account, typed) => this.#teamViews(account, typed)),
      messages: this.#part((account, typed) => this.#messages(account, typed)),
      recipients: this.#part((account, typed) => this.#people(account, typed)),
      tags: this.#part((account, typed) => this.#tags(account, typed)),
    }
  }

  get nothingFound(): string {
    const parts = Object.values(this.#parts)
    if (parts.some(({ busy }) => busy)) return 'Searching…'
    if (parts.some(({ error }) => error !== undefined))
      return 'No commands match, and the history can’t be searched at the moment.'
    return `No matches for “${shortened(this.#typed)}”.`
  }

  /** Resolves when all requested results have arrived. */
  get settled(): Promise<unknown> {
    return this.#loading
  }

  search(typed: string): void {
    this.#typed = typed.trim()
    if (this.#typed === '') {
      this.#viewsOfTeam = null
      this.#listed = { typed: '', ids: [] }
    }
    this.#loading = Promise.all(Object.values(this.#parts).map((part) => part.load()))
  }

  /** Returns the matching commands, views, states and results from the history, without duplicates. */
  among(commands: readonly Action[]): Action[] {
    const typed = this.#typed
    const account = this.#app.current
    if (typed === '') return [...commands]
    const places = account ? [...stateActions(this.#app, account), ...partActions(this.#app, account)] : []
    const { views, messages, recipients, tags } = this.#parts
    const people =
      foundFor(typed, recipients) ?? this.#recipients.matching(typed).map((recipient) => this.#openRecipient(recipient))
    const found = (part: Part): readonly Action[] => foundFor(typed, part) ?? []
    const asked = [...found(views), ...found(messages), ...people, ...found(tags)]
    const byId: Record<string, Action> = {}
    for (const action of [...this.#pasted(typed), ...rank([...commands, ...places], typed), ...asked]) {
      const key = action.id.toLowerCase()
      // For a recent recipient that is also found, the result with the message count is more informative.
      byId[key] = { ...byId[key], ...action }
    }
    return this.#inPlace(typed, Object.values(byId))
  }

  /** Adds later results at the end, so that no action moves away from under the pointer. */
  #inPlace(typed: string, actions: readonly Action[]): Action[] {
    const before = this.#listed.typed === typed ? this.#listed.ids : []
    const added = actions.map(({ id }) => id.toLowerCase()).filter((id) => !before.includes(id))
    const ids = [...before, ...added]
    this.#listed = { typed, ids }
    const placeOf = ({ id }: Action) => ids.indexOf(id.toLowerCase())
    return actions.toSorted((one, other) => placeOf(one) - placeOf(other))
  }

  #pasted(typed: string): Action[] {
    if (claimsToBeLink(typed)) {
      const run = () => openLink(this.#app, typed, { isExpected: true })
      return [
        {
          id: 'link.mailroom',
          title: 'Open link',
          detail: visible(shortened(typed)),
          group: 'Links',
          icon: 'link',
          run,
        },
      ]
    }
    const { router, current } = this.#app
    const pasted = readPasted(typed)
    if (pasted?.kind === 'link') {
      const { path, segments, query } = pasted.route
      const run = () => router.go(segments, Object.fromEntries(query))
      return [{ id: `link.${path}`, title: visible(pasted.title), group: 'Links', icon: 'link', run }]
    }
    if (pasted?.kind !== 'address' || !current) return []
    const { email } = pasted
    const run = () => router.go(['recipients', email])
    return [{ id: `recipient.${email}`, title: visible(email), group: 'Recipients', icon: 'user', run }]
  }

  #part(ask: (account: Account, typed: string) => Promise<readonly Action[]>): Part {
    return new Loader(async () => {
      const typed = this.#typed
      const account = this.#app.current
      const canAsk = account?.storeHistory && typed.length >= shortest && typed.length <= longestPrefix
      return { typed, actions: canAsk ? await ask(account, typed) : [] }
    })
  }

  async #people({ id: accountId }: Account, typed: string): Promise<Action[]> {
    const found = await this.#recipients.find(accountId, typed)
    return (found?.recipients ?? []).map((recipient) => this.#openRecipient(recipient))
  }

  #openRecipient(found: FoundRecipient): Action {
    return {
      id: `recipient.${found.email}`,
      title: recipientTitle(found),
      group: 'Recipients',
      // Kept short, because the address needs the space.
      detail: plural(this.#app.formats, found.messages, 'message'),
      icon: 'user',
      run: () => this.#app.router.go(['recipients', found.email]),
    }
  }

  /** The user’s own views are among the commands. */
  async #teamViews({ id: accountId, lastTeamServer }: Account, typed: string): Promise<readonly Action[]> {
    if (lastTeamServer === null) return []
    const { host, router } = this.#app
    this.#viewsOfTeam ??= host.invoke('team.views', { accountId })
    const views = await this.#viewsOfTeam.catch((error: unknown) => {
      this.#viewsOfTeam = null
      throw error
    })
    const actions = views.map(({ id, name, text, sort }): Action => ({
      id: `team-view.${id}`,
      title: `Open view: ${visible(name)}`,
      group: 'Saved views of the team',
      icon: 'star',
      run: () => router.go(['messages'], { q: text, sort: sortText(sort) }),
    }))
    return rank(actions, typed)
  }

  async #messages({ id: accountId }: Account, typed: string): Promise<Action[]> {
    const { host, router, formats } = this.#app
    const pasted = readPasted(typed)
    if (pasted?.kind !== 'id') return []
    const { rows } = await host.invoke('messages.search', {
      accountId,
      text: `id:${value(pasted.id)}`,
      zone: formats.timeZone,
      offset: 0,
      limit: mostMessages,
    })
    return rows.map((row) => ({
      id: `message.${row.row}`,
      title: messageTitle(visible(row.email), visible(row.subject)),
      group: 'Messages',
      icon: 'mail',
      run: () => router.go(messagePath(row)),
    }))
  }

  async #tags({ id: accountId }: Account, typed: string): Promise<Action[]> {
    const { host, router, formats } = this.#app
    const tags = await host.invoke('messages.values', { accountId, field: 'tag', key: null, prefix: typed })
    return tags.slice(0, mostTags).map(({ value: tag, messages }) => ({
      id: `tag.${tag}`,
      title: `Messages tagged ${visible(tag)}`,
      group: 'Tags',
      ...(messages !== null && { detail: plural(formats, messages, 'message') }),
      icon: 'tag',
      run: () => router.go(['messages'], { q: `tag:=${value(tag)}` }),
    }))
  }
}

/** Returns the results of a part for this text; null while the part is still searching. */
function foundFor(typed: string, { value }: Part): readonly Action[] | null {
  return value?.typed === typed ? value.actions : null
}

function messageTitle(email: string, subject: string): string {
  return subject === '' ? `Message to ${email}: (no subject)` : `Message to ${email}: ${subject}`
}

/** Empty without an archive, because the service itself can’t be searched by state. */
function stateActions({ router }: AppState, { storeHistory }: Account): Action[] {
  if (!storeHistory) return []
  return stateOptions('')
    .filter(({ value: state }) => state !== '')
    .map(({ value: state, label }) => ({
      id: `state.${state}`,
      title: `Messages: ${label}`,
      keywords: `state:${state}`,
      group: 'States',
      icon: 'mail',
      run: () => router.go(['messages'], { q: `state:${state}` }),
    }))
}

function partActions({ router }: AppState, account: Account): Action[] {
  return viewParts(account).map(({ title, segments, query, icon }) => ({
    id: `part.${title}`,
    title,
    group: 'Views',
    icon,
    run: () => router.go(segments, query),
  }))
}
