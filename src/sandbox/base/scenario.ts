export { scenarioNames, type ScenarioName } from '#shared/contract/base/scenario.ts'

export type ScenarioOptions = {
  /** Time of the sandbox clock in epoch milliseconds. The scenario's past ends at the start of this UTC day. */
  now: number
  seed?: number
  /** Owner of the first API key. */
  username?: string
  /** The first API key, enabled in every scenario; random by default. */
  key?: string
}

export const defaultUsername = 'sandbox@mailroom.example'
