import { z } from 'zod'
import { alertEvent, alertRule, type AlertEvent } from '#shared/contract/alerts.ts'
import { AppError } from '#shared/contract/base/error.ts'
import type { ArchivePort } from '../archive/index.ts'
import type { JsonFile } from '../base/json-file.ts'
import { ruleState, type KeptAlerts, type StoredAlerts } from './alert-file.ts'
import { judgingOf } from './judge-rule.ts'

type Changed = { readonly next: KeptAlerts; readonly fired: readonly AlertEvent[] }

export type AlertShelf = {
  read(): Promise<KeptAlerts>
  /**
   * `change` returns its argument as `next` if nothing changed. Resolves once the change and the fired events are
   * stored.
   */
  change(change: (kept: KeptAlerts) => Changed): Promise<void>
}

/** Adds events that are waiting for their notification and that the user has not seen. */
export function withFired(stored: StoredAlerts, fired: readonly AlertEvent[]): StoredAlerts {
  const ids = fired.map(({ id }) => id)
  return { ...stored, waiting: [...stored.waiting, ...ids], unseen: [...stored.unseen, ...ids] }
}

export function ownShelf(file: JsonFile<StoredAlerts>): AlertShelf {
  const kept = ({ rules, states, events }: StoredAlerts): KeptAlerts => ({ rules, states, events, sharedBy: {} })
  return {
    read: () => Promise.resolve(kept(file.value)),
    async change(change) {
      await file.set((stored) => {
        const before = kept(stored)
        const { next, fired } = change(before)
        if (next === before) return stored
        const { rules, states, events } = next
        return withFired({ ...stored, rules, states, events }, fired)
      })
    },
  }
}

/** This computer, which notifies its user of fired alerts. */
type Here = {
  /** The user’s name on the team’s server; null if the account has no team. */
  readonly author: string | null
  readonly keep: (fired: readonly AlertEvent[]) => Promise<unknown>
  /** Called if the events could not be stored in the archive. */
  readonly forget: (fired: readonly AlertEvent[]) => Promise<unknown>
}
type SharedArchive = Pick<ArchivePort, 'setting' | 'changeSetting'>

const sharedRules = z.record(z.uuid(), z.object({ rule: alertRule, sharedBy: z.string() }))
/** `of` is the rule that the state belongs to: a colleague may have changed the rule while it was being judged. */
const sharedStates = z.record(z.uuid(), z.object({ state: ruleState, of: z.string() }))
const sharedEvents = z.record(z.uuid(), alertEvent)
const settings = { rules: 'teamAlertRules', states: 'teamAlertStates', events: 'teamAlertEvents' }
/** The number is limited, because adding one event rewrites all of them. */
const mostSharedEvents = 200

/**
 * A team’s rules, stored as settings of its archive. Only changed entries are written, so that simultaneous changes by
 * several people are all kept. An archive that was moved back to this computer keeps the rules.
 */
export function sharedShelf(archive: SharedArchive, { author, keep, forget }: Here): AlertShelf {
  async function read(): Promise<KeptAlerts> {
    const [rules, states, events] = await Promise.all([
      archive.setting(settings.rules),
      archive.setting(settings.states),
      archive.setting(settings.events),
    ])
    const entries = Object.values(sharedRules.parse(rules ?? {}))
    const known = sharedStates.parse(states ?? {})
    return {
      rules: entries.map(({ rule }) => rule).sort((one, other) => one.name.localeCompare(other.name, 'en')),
      states: Object.fromEntries(
        entries.flatMap(({ rule }) => {
          const found = known[rule.id]
          return found?.of === judgingOf(rule) ? [[rule.id, found.state]] : []
        }),
      ),
      events: Object.values(sharedEvents.parse(events ?? {})).sort((one, other) => other.firedAt - one.firedAt),
      sharedBy: Object.fromEntries(entries.map(({ rule, sharedBy }) => [rule.id, sharedBy])),
    }
  }
  async function write(name: string, before: Entries, after: Entries): Promise<void> {
    const changed: Record<string, unknown> = {}
    for (const id of Object.keys(before)) if (!(id in after)) changed[id] = null
    for (const [id, value] of Object.entries(after)) {
      if (JSON.stringify(value) !== JSON.stringify(before[id])) changed[id] = value
    }
    if (Object.keys(changed).length > 0) await archive.changeSetting(name, changed)
  }
  return {
    read,
    async change(change) {
      const before = await read()
      const { next, fired } = change(before)
      if (next === before) return
      const [old, now] = [entriesOf(before, author), entriesOf(next, author)]
      // The events are kept first: if this disk is full, nothing counts as judged, and the alert fires once there is
      // room.
      if (fired.length > 0) await keep(fired)
      try {
        await write(settings.rules, old.rules, now.rules)
        await write(settings.events, old.events, now.events)
        // States are written last: until then, the windows count as not judged, so a failure in between loses no event.
        await write(settings.states, old.states, now.states)
      } catch (error) {
        if (fired.length > 0) await forget(fired)
        throw error
      }
    },
  }
}

type Entries = Readonly<Record<string, unknown>>

function entriesOf(kept: KeptAlerts, author: string | null): Record<'rules' | 'states' | 'events', Entries> {
  const rules = kept.rules.map((rule) => {
    const sharedBy = kept.sharedBy[rule.id] ?? author
    if (sharedBy === null) {
      const reason =
        'This account’s archive is on this computer, so rules can’t be shared. To share them, use a team archive.'
      throw new AppError('conflict', reason)
    }
    return [rule.id, { rule, sharedBy }] as const
  })
  const states = kept.rules.flatMap((rule) => {
    const state = kept.states[rule.id]
    return state ? [[rule.id, { state, of: judgingOf(rule) }] as const] : []
  })
  return {
    rules: Object.fromEntries(rules),
    states: Object.fromEntries(states),
    events: Object.fromEntries(kept.events.slice(0, mostSharedEvents).map((event) => [event.id, event])),
  }
}
