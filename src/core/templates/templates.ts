import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Account } from '#shared/contract/accounts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { Outcome } from '#shared/contract/outcomes.ts'
import type { CommandOutput, ParsedInput } from '#shared/contract/table.ts'
import type { ReadTemplate, TemplateContent, TemplateSummary } from '#shared/contract/templates.ts'
import { templateName } from '#shared/domain/templates/template-name.ts'
import { readOnlyAccount, type ServiceClient } from '../api/index.ts'
import { folderBytes } from '../base/folders.ts'
import { PerAccount } from '../base/per-account.ts'
import type { Clock } from '../base/ports.ts'
import type { FileGround } from '../base/room.ts'
import type { Notes } from '../notes/index.ts'
import { aboutOf, contentOf, inputOf, nameOfTemplate, sealed, templateOf } from './versions/content.ts'
import { keepCopy } from './keep-copy.ts'
import { abilitiesOf, listTemplates, readTemplate } from './service-copy.ts'
import { keptTemplate, knownSummary, shownVersion, summaryOfTemplate } from './shown.ts'
import { VersionStore, type Version } from './versions/version-store.ts'

type Needs = FileGround & {
  readonly accounts: {
    get(id: string): Pick<Account, 'id' | 'readOnly'>
    clockOf(id: string): Pick<Clock, 'now'>
    client(id: string): Pick<ServiceClient, 'templates' | 'learned'>
  }
  readonly notes: Pick<Notes, 'recordTemplate'>
}

type Change = Omit<ParsedInput<'templates.rollBack'>, 'version'> & {
  readonly content: TemplateContent
  readonly of: string | null
}

type Creation = { readonly accountId: string; readonly effectId: string; readonly content: TemplateContent }

/** Templates whose content is longer than this are read one per turn of the event loop. */
const largeContent = 100_000

/** All accounts’ templates. The service keeps no earlier versions of templates, so every version is kept here. */
export class Templates {
  readonly #needs: Needs
  readonly #stores: PerAccount<VersionStore>

  constructor(needs: Needs) {
    this.#needs = needs
    const { paths, clock } = needs.ports
    this.#stores = new PerAccount((id) => VersionStore.open(join(paths.data, folderOf(id)), () => clock.now()))
  }

  async list(accountId: string, signal: AbortSignal): Promise<CommandOutput<'templates.list'>> {
    const store = await this.#storeOf(accountId)
    const client = this.#needs.accounts.client(accountId)
    const listed = await listTemplates(client, signal)
    const templates: TemplateSummary[] = []
    for (const template of listed?.items ?? []) {
      if ((template.htmlContent?.length ?? 0) > largeContent) await nextTurn()
      templates.push(summaryOfTemplate(template, store.versions(template.id).length))
    }
    const ids = new Set(templates.map(({ id }) => id))
    const known = store.ids().filter((id) => !ids.has(id))
    return {
      templates: listed && templates,
      known: known.map((id) => knownSummary(id, store.versions(id))),
      unreadable: listed?.problems.length ?? 0,
      ...abilitiesOf(client, listed !== null),
    }
  }

  /**
   * Returns the names to choose a template from, without keeping anything. Null if the account cannot list its
   * templates.
   */
  async names(accountId: string, signal: AbortSignal): Promise<readonly string[] | null> {
    const listed = await listTemplates(this.#needs.accounts.client(accountId), signal)
    return listed?.items.map(nameOfTemplate) ?? null
  }

  async get(accountId: string, given: string, signal: AbortSignal): Promise<ReadTemplate> {
    const store = await this.#storeOf(accountId)
    const copy = await readTemplate(this.#needs.accounts.client(accountId), given, signal)
    if (typeof copy === 'string')
      return keptTemplate(store, { id: store.idOf(given), why: 'This account can’t read its templates.' })
    const content = contentOf(copy)
    if (!content) return keptTemplate(store, { id: copy.id, why: 'The service returns this template without content.' })
    const template = templateOf({ ...copy, name: nameOfTemplate(copy) }, content)
    try {
      const before = store.versions(copy.id).length
      const { id: version } = await store.keepRead(copy.id, sealed(content), aboutOf(copy))
      if (store.versions(copy.id).length !== before) this.#emitChange(accountId)
      return { source: 'service', template, version, problem: '' }
    } catch (thrown) {
      const problem = `This version could not be saved on this computer. ${AppError.from(thrown).message}`
      return { source: 'service', template, version: null, problem }
    }
  }

  async update({ content, of, ...change }: Change, signal: AbortSignal): Promise<CommandOutput<'templates.update'>> {
    const { accountId, effectId } = change
    const { accounts } = this.#needs
    if (accounts.get(accountId).readOnly) throw readOnlyAccount('templates.update')
    const store = await this.#storeOf(accountId)
    const client = accounts.client(accountId)
    const wanted = sealed(content)
    const id = await keepCopy({ client, store }, { ...change, wanted: wanted.hash }, signal).catch(
      (thrown: unknown) => {
        // The copy that caused the conflict may have become a version, so pages are notified.
        this.#emitChange(accountId)
        throw thrown
      },
    )
    // The version is kept before it is sent, so that its content is known even after a crash.
    const version = await store.keep(id, wanted, {
      name: templateName(content.description),
      origin: of === null ? 'update' : 'rollBack',
      state: 'unknown',
      effectId,
      of,
      createdAt: null,
      updatedAt: null,
    })
    try {
      await client.templates.update(id, inputOf(content), { effectId, signal })
    } catch (thrown) {
      if (AppError.from(thrown).code !== 'outcome-unknown')
        await this.#settle(store, { id, version }, { state: 'refused' })
      throw thrown
    } finally {
      this.#emitChange(accountId)
    }
    await this.#settle(store, { id, version }, { state: 'saved', answerLost: false })
    this.#recordSaved(accountId, version)
    this.#emitChange(accountId)
    return { name: version.head.name, version: version.id }
  }

  async rollBack({ version, ...change }: ParsedInput<'templates.rollBack'>, signal: AbortSignal) {
    const store = await this.#storeOf(change.accountId)
    const content = await store.content(store.idOf(change.id), version)
    return this.update({ ...change, content, of: version }, signal)
  }

  async create({ accountId, effectId, content }: Creation, signal: AbortSignal) {
    const { accounts, ports } = this.#needs
    if (accounts.get(accountId).readOnly) throw readOnlyAccount('templates.add')
    const store = await this.#storeOf(accountId)
    const added = await accounts.client(accountId).templates.add(inputOf(content), { effectId, signal })
    const name = added ? nameOfTemplate(added) : templateName(content.description)
    let version: string | null = null
    if (added) {
      const about = { name, createdAt: added.createdAt, updatedAt: added.updatedAt, origin: 'create' } as const
      const kept = await store.keep(added.id, sealed(content), about).catch((error: unknown) => {
        const { code } = AppError.from(error)
        ports.logger.log('warn', 'A template version could not be saved.', { account: accountId, code })
      })
      version = kept?.id ?? null
    }
    this.#record(accountId, name, content.description)
    this.#emitChange(accountId)
    return { id: added?.id ?? null, name, version }
  }

  /** The template’s content is kept first, so that the template can be created again. */
  async remove({ accountId, id: given, effectId }: ParsedInput<'templates.remove'>, signal: AbortSignal) {
    const { accounts } = this.#needs
    if (accounts.get(accountId).readOnly) throw readOnlyAccount('templates.remove')
    const store = await this.#storeOf(accountId)
    const client = accounts.client(accountId)
    const change = { id: given, wanted: null }
    const id = await keepCopy({ client, store }, change, signal)
    const description = store.versions(id).at(-1)?.head.description ?? id
    try {
      await client.templates.remove({ id, description }, { effectId, signal })
    } finally {
      this.#emitChange(accountId)
    }
  }

  async test({ accountId, id: given, effectId, recipient }: ParsedInput<'templates.test'>, signal: AbortSignal) {
    const { accounts } = this.#needs
    if (accounts.get(accountId).readOnly) throw readOnlyAccount('templates.test')
    const store = await this.#storeOf(accountId)
    const id = store.idOf(given)
    const description = store.versions(id).at(-1)?.head.description ?? id
    await accounts.client(accountId).templates.test({ id, description }, recipient, { effectId, signal })
  }

  async history(accountId: string, given: string): Promise<CommandOutput<'templates.history'>> {
    const store = await this.#storeOf(accountId)
    const id = store.idOf(given)
    const current = store.current(id)
    const versions = store.versions(id).toReversed()
    return {
      versions: versions.map((version) => shownVersion(version, version === current)),
      unreadable: store.unreadable(id),
    }
  }

  async version(accountId: string, id: string, version: string): Promise<TemplateContent> {
    const store = await this.#storeOf(accountId)
    return store.content(store.idOf(id), version)
  }

  /** Called when a check has determined the outcome of an update whose response was lost. */
  async settle({ accountId, id: effectId, state }: Pick<Outcome, 'accountId' | 'id' | 'state'>): Promise<void> {
    const store = await this.#storeOf(accountId)
    const sent = store.findLost(effectId)
    if (sent === null) return
    await this.#settle(store, sent, state === 'happened' ? { state: 'saved', answerLost: true } : { state: 'refused' })
    if (state === 'happened') this.#recordSaved(accountId, sent.version)
    this.#emitChange(accountId)
  }

  /** Removes all templates of a service that was reset. */
  async startOver(accountId: string): Promise<void> {
    await this.#stores.replace(accountId, () => this.#removeFiles(accountId))
    this.#emitChange(accountId)
  }

  async removeAccount(accountId: string): Promise<void> {
    await this.#stores.close(accountId)
    await this.#removeFiles(accountId)
  }

  bytesOf(accountId: string): Promise<number> {
    return folderBytes(join(this.#needs.ports.paths.data, folderOf(accountId)))
  }

  async closeAll(): Promise<void> {
    await this.#stores.closeAll((account, error) => {
      const reason = String(error)
      this.#needs.ports.logger.log('error', 'An account’s template versions were not closed.', {
        account,
        reason,
      })
    })
  }

  /**
   * Notes the outcome of an effect. The service has already responded, so a file that cannot be written must not make
   * the effect fail.
   */
  async #settle(
    store: VersionStore,
    { id, version }: { id: string; version: Version },
    settled: { state: 'saved' | 'refused'; answerLost?: boolean },
  ): Promise<void> {
    await store.change(id, version.id, settled).catch((error: unknown) => {
      const { code } = AppError.from(error)
      this.#needs.ports.logger.log('warn', 'A template version’s state couldn’t be saved.', { code })
    })
  }

  #recordSaved(accountId: string, { head: { name, description } }: Version): void {
    this.#record(accountId, name, description)
  }

  #record(accountId: string, name: string, description: string): void {
    const at = this.#needs.accounts.clockOf(accountId).now()
    this.#needs.notes.recordTemplate(accountId, { name, description, at })
  }

  /** Throws if no account has this id, because the id becomes a folder name. */
  async #storeOf(accountId: string): Promise<VersionStore> {
    return this.#stores.of(this.#needs.accounts.get(accountId).id)
  }

  #removeFiles(accountId: string): Promise<void> {
    return rm(join(this.#needs.ports.paths.data, folderOf(accountId)), { recursive: true, force: true })
  }

  #emitChange(accountId: string): void {
    this.#needs.events.emit({ name: 'templates.changed', payload: { accountId } })
  }
}

function folderOf(accountId: string): string {
  return join('templates', accountId)
}
