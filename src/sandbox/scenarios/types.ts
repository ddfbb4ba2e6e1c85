export const scenarioNames = ['empty', 'demo', 'million'] as const
export type ScenarioName = (typeof scenarioNames)[number]

export interface ScenarioOptions {
  /** The sandbox clock in epoch milliseconds. The scenario is anchored on its UTC day. */
  now: number
  seed?: number
  /** Credentials of the first API key, enabled in every scenario. */
  username?: string
  key?: string
}

/** Used when no credentials are asked for: the sandbox answers on loopback alone, so they are no secret. */
export const defaultCredentials = { username: 'sandbox@mailroom.example', key: 'sandbox-key-0000000000000000' }
