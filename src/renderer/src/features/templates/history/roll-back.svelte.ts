import { AppError } from '#shared/contract/base/error.ts'
import type { ReadTemplate, TemplateContent, TemplateVersion } from '#shared/contract/templates.ts'
import type { AppState } from '../../../lib/state/app-state.svelte.ts'
import { Loader } from '../../../lib/state/loader.svelte.ts'
import { undoAction } from '../../../lib/ui/toasts/undo-action.ts'

type Of = { readonly accountId: string; readonly id: string }

/** A rollback, from selecting a version to the result. Nothing is lost, because the service’s content is kept first. */
export class RollBack {
  readonly target: Loader<TemplateContent>
  /** The service’s content, if another program has changed it since it was shown to the user. */
  theirs = $state.raw<TemplateContent | null>(null)
  failure = $state.raw<AppError>()
  busy = $state(false)
  readonly #app: AppState
  readonly #of: Of
  readonly #version: TemplateVersion
  #base: string | null
  /** Replaced for each attempt. Rollbacks are idempotent: sending one twice has the same effect as once. */
  #effectId = $state(crypto.randomUUID())

  constructor(app: AppState, of: Of, { read, version }: { read: ReadTemplate; version: TemplateVersion }) {
    this.#app = app
    this.#of = of
    this.#version = version
    this.#base = read.version
    this.target = new Loader(() => app.host.invoke('templates.version', { ...of, version: version.id }))
  }

  /** Identifies the outcome of the last attempt. */
  get outcomeId(): string {
    return this.#effectId
  }

  get isUnknown(): boolean {
    return this.failure?.code === 'outcome-unknown'
  }

  /** Returns whether the service now has the version. Replaces only the content last shown to the user. */
  async run(): Promise<boolean> {
    this.busy = true
    this.#effectId = crypto.randomUUID()
    this.failure = undefined
    try {
      const change = { effectId: this.#effectId, base: this.#base }
      const { version } = await this.#app.host.invoke('templates.rollBack', {
        ...this.#of,
        version: this.#version.id,
        ...change,
      })
      this.#announce(version)
      return true
    } catch (thrown) {
      await this.#fail(AppError.from(thrown))
      return false
    } finally {
      this.busy = false
    }
  }

  #announce(now: string): void {
    const { host, toasts } = this.#app
    const before = this.#base
    if (before === null) {
      toasts.ok('The template was rolled back.')
      return
    }
    const change = { effectId: crypto.randomUUID(), base: now }
    const undo = () =>
      void this.#app.attempt(() => host.invoke('templates.rollBack', { ...this.#of, version: before, ...change }))
    toasts.ok('The template was rolled back.', { action: undoAction(undo) })
  }

  async #fail(failure: AppError): Promise<void> {
    this.failure = failure
    const theirs = failure.details['version']
    if (failure.code !== 'template-changed' || typeof theirs !== 'string') return
    try {
      this.theirs = await this.#app.host.invoke('templates.version', { ...this.#of, version: theirs })
      this.#base = theirs
      this.failure = undefined
    } catch (thrown) {
      this.failure = AppError.from(thrown)
    }
  }
}
