export const scenarioNames = ['empty', 'demo', 'million'] as const
export type ScenarioName = (typeof scenarioNames)[number]

export type ScenarioOptions = {
  /** The sandbox clock in epoch milliseconds. The scenario is anchored on its UTC day. */
  now: number
  seed?: number
  /** Who the first API key belongs to. */
  username?: string
  /** The first API key, enabled in every scenario; without one it is made up. */
  key?: string
}

export const defaultUsername = 'sandbox@mailroom.example'
