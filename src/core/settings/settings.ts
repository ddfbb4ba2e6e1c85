import { join } from 'node:path'
import { settingsDefaults, settingsShape, type Settings as Values } from '#shared/contract/settings.ts'
import type { EventBus } from '../base/event-bus.ts'
import { JsonFile } from '../base/json-file.ts'

type SettingsOptions = {
  readonly folder: string
  readonly events: EventBus
  readonly onBroken: (keptAs: string, reason: string) => void
  readonly now: () => number
  /** Called at start and after every change. */
  readonly apply: (settings: Values) => void
}

export class Settings {
  readonly #file: JsonFile<Values>
  readonly #options: SettingsOptions

  private constructor(options: SettingsOptions, file: JsonFile<Values>) {
    this.#options = options
    this.#file = file
    options.apply(file.value)
  }

  static async open(options: SettingsOptions): Promise<Settings> {
    const file = await JsonFile.open<Values>({
      path: join(options.folder, 'settings.json'),
      initial: settingsDefaults,
      read: readSettings,
      onBroken: options.onBroken,
      now: options.now,
    })
    return new Settings(options, file)
  }

  get value(): Values {
    return this.#file.value
  }

  async change(change: Partial<Values>): Promise<Values> {
    const next = await this.#file.set((current) => ({
      ...current,
      ...change,
      viewState: { ...current.viewState, ...change.viewState },
    }))
    this.#options.apply(next)
    this.#options.events.emit({ name: 'settings.changed', payload: next })
    return next
  }

  settled(): Promise<void> {
    return this.#file.settled()
  }
}

/** Reads each field on its own, so that one value of an older or newer version does not reset the others. */
function readSettings(parsed: unknown): Values {
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Error('not an object')
  const found = parsed as Record<string, unknown>
  const settings: Record<string, unknown> = { ...settingsDefaults }
  for (const [name, field] of Object.entries(settingsShape.shape)) {
    const read = field.safeParse(found[name])
    if (read.success) settings[name] = read.data
  }
  return settings as Values
}
