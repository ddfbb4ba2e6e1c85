import { EventEmitter } from 'node:events'
import { world } from './world.ts'

/**
 * Refuses every use of what the stand-in does not have. A test must never pass because a missing part of Electron
 * answered `undefined`; and the refusal is kept, because the app may well survive the throw. Methods run on the object
 * itself, since its #private members are out of a proxy's reach.
 */
export function strict<T extends object>(name: string, target: T, destroyed: () => boolean = () => false): T {
  return new Proxy(target, {
    get(object, key) {
      // Promises ask every value whether it is one of them.
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

/** Listens only for events that are named: a misspelt one would never come. */
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
