import { AppError } from '#shared/contract/base/error.ts'
import type { ReadTemplate, TemplateSummary } from '#shared/contract/templates.ts'
import { firstPlaceholders } from '#shared/domain/drafts/substitution.ts'
import { templateName } from '#shared/domain/templates/template-name.ts'
import { AccountList, followAccount } from '../../lib/state/account-list.svelte.ts'
import type { AppState } from '../../lib/state/app-state.svelte.ts'
import { Loader } from '../../lib/state/loader.svelte.ts'
import { mostVariables } from './template-words.ts'

export type TemplateRow = {
  readonly template: TemplateSummary
  /** Whether the service has the template, as far as is known. */
  readonly isListed: boolean
}

/** An account’s templates: those on its service, and those that exist only as versions kept here. */
export class AccountTemplates extends AccountList<'templates.list'> {
  search = $state('')
  readonly all: readonly TemplateRow[] = $derived.by(() => {
    const { templates = [], known = [] } = this.loader.value ?? {}
    const canList = templates !== null
    return [
      ...(templates ?? []).map((template) => ({ template, isListed: true })),
      ...known.map((template) => ({ template, isListed: !canList })),
    ]
  })
  readonly rows: readonly TemplateRow[] = $derived.by(() => {
    const words = folded(this.search).split(/\s+/).filter(Boolean)
    return this.all.filter(({ template }) => {
      const text = folded(searchText(template))
      return words.every((word) => text.includes(word))
    })
  })

  constructor(app: AppState, accountId: string) {
    super(app, accountId, { command: 'templates.list', events: ['templates.changed'] })
  }
}

/** A template as the service currently has it, and the kept versions. */
export class OneTemplate {
  readonly accountId: string
  readonly id: string
  readonly read = new Loader(() => this.#read())
  readonly history = new Loader(() => this.#app.host.invoke('templates.history', this.#of))
  readonly list = new Loader(() => this.#app.host.invoke('templates.list', { accountId: this.accountId }))
  readonly #app: AppState

  constructor(app: AppState, { accountId, id }: { accountId: string; id: string }) {
    this.#app = app
    this.accountId = accountId
    this.id = id
  }

  /** A template no longer on the service is shown as it was, so that it can be created again. */
  async #read(): Promise<ReadTemplate & { readonly isGone: boolean }> {
    try {
      return { ...(await this.#app.host.invoke('templates.get', this.#of)), isGone: false }
    } catch (thrown) {
      if (AppError.from(thrown).code !== 'not-found') throw thrown
      const kept = await this.#newestKept()
      if (kept === null) throw thrown
      return kept
    }
  }

  async #newestKept(): Promise<(ReadTemplate & { readonly isGone: true }) | null> {
    const { host } = this.#app
    const { versions } = await host.invoke('templates.history', this.#of)
    const newest = versions.find(({ state }) => state !== 'refused') ?? versions[0]
    if (!newest) return null
    const content = await host.invoke('templates.version', { ...this.#of, version: newest.id })
    const { description, subject, html, text } = content
    const variables = firstPlaceholders([subject, html, text], mostVariables)
    const dates = { createdAt: null, updatedAt: null }
    const template = { id: this.id, name: templateName(description), ...content, ...dates, variables }
    const problem = 'The service no longer has this template. This is the newest version kept here.'
    return { source: 'kept', template, version: newest.id, problem, isGone: true }
  }

  get #of() {
    return { accountId: this.accountId, id: this.id }
  }

  follow(): () => void {
    this.load()
    return followAccount(this.#app.host, { accountId: this.accountId, events: ['templates.changed'] }, this.load)
  }

  /** Reading stores the template as a version, so the versions are read afterwards. */
  load = (): void => {
    void this.read.load().then(() => this.history.load())
    void this.list.load()
  }
}

function searchText({ id, name, description, subject, from, variables }: TemplateSummary): string {
  return [description, name, subject, from.address, from.name, id, ...variables].join('\n')
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
