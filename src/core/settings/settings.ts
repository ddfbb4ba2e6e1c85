import { settingsDefaults, settingsShape, type Settings as Values } from '#shared/contract/settings.ts'
import type { EventBus } from '../base/event-bus.ts'
import { JsonFile } from '../base/json-file.ts'
import type { ErasedPerson } from '../base/keeps.ts'
import type { FileGround } from '../base/room.ts'
import { withoutAccount, withoutPerson } from './without-person.ts'

type Apply = (settings: Values) => void

export class Settings {
  readonly #file: JsonFile<Values>
  readonly #events: EventBus
  readonly #apply: Apply

  private constructor(file: JsonFile<Values>, events: EventBus, apply: Apply) {
    this.#file = file
    this.#events = events
    this.#apply = apply
    apply(file.value)
  }

  /** `apply` is called now and after every change. */
  static async open(ground: FileGround, apply: Apply): Promise<Settings> {
    const file = { name: 'settings.json', initial: settingsDefaults, read: readSettings }
    return new Settings(await JsonFile.inDataFolder<Values>(ground, file), ground.events, apply)
  }

  get value(): Values {
    return this.#file.value
  }

  change(change: Partial<Values>): Promise<Values> {
    return this.#set((current) => ({
      ...current,
      ...change,
      viewState: { ...current.viewState, ...change.viewState },
    }))
  }

  async eraseRecipient(person: ErasedPerson): Promise<void> {
    await this.#set((current) => withoutPerson(current, person))
  }

  async removeAccount(accountId: string): Promise<void> {
    await this.#set((current) => withoutAccount(current, accountId))
  }

  settled(): Promise<void> {
    return this.#file.settled()
  }

  async #set(change: (current: Values) => Values): Promise<Values> {
    const next = await this.#file.set(change)
    this.#apply(next)
    this.#events.emit({ name: 'settings.changed', payload: next })
    return next
  }
}

/** Reads each field separately, so that one value from an older or newer version does not reset the others. */
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
