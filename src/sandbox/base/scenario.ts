export { scenarioNames, type ScenarioName } from '#shared/contract/base/scenario.ts'

export type ScenarioOptions = {
  /** The sandbox clock’s time in epoch milliseconds. The scenario’s past ends at the start of this UTC day. */
  now: number
  seed?: number
  /** The first API key’s owner. */
  username?: string
  /** The first API key, enabled in every scenario; random by default. */
  key?: string
  /** Saves what the scenario doesn’t have, in the same transaction. */
  saveMore?: () => void
}

export const defaultUsername = 'sandbox@mailroom.example'
