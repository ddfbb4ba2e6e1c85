import { join } from 'node:path'
import { z } from 'zod'
import { alertEvent, alertRule, judged, quietHours } from '#shared/contract/alerts.ts'
import { noVerdicts } from '#shared/contract/base/alerts-limits.ts'
import { noQuietHours } from '#shared/domain/alerts/quiet-hours.ts'
import { JsonFile } from '../base/json-file.ts'
import type { FileGround } from '../base/room.ts'

export const ruleState = z.object({
  /** The id of the ongoing event; null while there is none. */
  firing: z.string().nullable(),
  /** The last bucket judged. It is judged again, because bounces and complaints arrive late. */
  lastBucket: z.number().nullable(),
  last: judged.nullable(),
  notJudged: z.enum(noVerdicts).nullable(),
  /**
   * Buckets before the last one judged whose windows the archive was not complete for, oldest first. They are judged
   * late. Missing in files from older versions.
   */
  missed: z.array(z.number()).default([]),
})
export type RuleState = Readonly<z.infer<typeof ruleState>>

const stored = z.object({
  rules: z.array(alertRule),
  states: z.record(z.string(), ruleState),
  /** The events, newest first. */
  events: z.array(alertEvent),
  quiet: quietHours,
  /** Events whose notification waits for the end of the quiet hours. */
  waiting: z.array(z.string()),
  /** Events triggered since the user last viewed the list. Missing in files from older versions. */
  unseen: z.array(z.string()).default([]),
  /** Events of the team’s rules that fired here and are waiting or unseen. */
  firedForTeam: z.array(alertEvent).default([]),
})
export type StoredAlerts = Readonly<z.infer<typeof stored>>

/** The rules of one account that are stored in one place, their states, and the events that they triggered. */
export type KeptAlerts = Pick<StoredAlerts, 'rules' | 'states' | 'events'> & {
  /** For each rule, the team’s user who shared it. */
  readonly sharedBy: Readonly<Record<string, string>>
}

export const newState: RuleState = { firing: null, lastBucket: null, last: null, notJudged: null, missed: [] }

/** The file is outside the account’s folder, because that folder is emptied when a sandbox starts over. */
export function alertFile(accountId: string): string {
  return join('alerts', `${accountId}.json`)
}

export function openAlertFile(ground: FileGround, accountId: string): Promise<JsonFile<StoredAlerts>> {
  return JsonFile.inDataFolder<StoredAlerts>(ground, {
    name: alertFile(accountId),
    initial: {
      rules: [],
      states: {},
      events: [],
      quiet: noQuietHours,
      waiting: [],
      unseen: [],
      firedForTeam: [],
    },
    read: (parsed) => stored.parse(parsed),
  })
}
