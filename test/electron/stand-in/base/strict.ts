import { EventEmitter } from 'node:events'
import { world } from './world.ts'

/**
 * Refuses every use of a member that the stand-in lacks, so that a test never passes because a missing part of
 * Electron returned `undefined`. The refusal is also recorded, because the app may survive the throw. Methods run on
 * the target itself, since a proxy cannot reach its #private members.
 */
export function strict<T extends object>(name: string, target: T, destroyed: () => boolean = () => false): T {
  return new Proxy(target, {
    get(object, key) {
      // Promises look for `then` on every value.
      if (typeof key === 'symbol' || key === 'then' || key === 'constructor') return Reflect.get(object, key)
      if (destroyed() && key !== 'isDestroyed' && !(key in EventEmitter.prototype)) {
        return world.refuse(`${name}.${key} was used after it was destroyed`, 'Object has been destroyed')
      }
      if (!(key in object)) return world.refuse(`The stand-in for electron has no ${name}.${key}`)
      const value: unknown = Reflect.get(object, key)
      return typeof value === 'function' ? value.bind(object) : value
    },
    set(object, key, value) {
      if (typeof key === 'string' && !(key in object)) {
        return world.refuse(`The stand-in for electron has no ${name}.${key} to set`)
      }
      return Reflect.set(object, key, value)
    },
  })
}

type Listener = Parameters<EventEmitter['on']>[1]

/** Accepts listeners only for the named events: an event with a misspelt name would never fire. */
export class StrictEmitter extends EventEmitter {
  readonly #owner: string
  readonly #known: ReadonlySet<string>

  constructor(owner: string, known: readonly string[]) {
    super()
    this.#owner = owner
    this.#known = new Set(known)
  }

  override on(event: string | symbol, listener: Listener): this {
    this.#check(event)
    return super.on(event, listener)
  }

  override once(event: string | symbol, listener: Listener): this {
    this.#check(event)
    return super.once(event, listener)
  }

  #check(event: string | symbol): void {
    if (!this.#known.has(String(event)))
      world.refuse(`The stand-in for electron has no event ${this.#owner} ${String(event)}`)
  }
}

export type StandInEvent = { preventDefault(): void; readonly defaultPrevented: boolean }

export function newEvent<Details extends object>(details?: Details): StandInEvent & Details {
  let prevented = false
  const event = {
    preventDefault: () => {
      prevented = true
    },
    get defaultPrevented() {
      return prevented
    },
  }
  return Object.assign(event, details)
}
