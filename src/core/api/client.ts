import { AppError } from '#shared/contract/base/error.ts'
import { checkBaseUrl } from './profile/base-url.ts'
import { Caller } from './calls/caller.ts'
import { Connection, type ConnectionListener } from './calls/connection.ts'
import type { Context } from './calls/context.ts'
import { openPool } from './http/pool.ts'
import { ReadBuffers } from './http/read-buffers.ts'
import { Transport } from './http/transport.ts'
import { Limiter } from './calls/limiter.ts'
import { defaultDeadlines, defaultLimits, type CallOptions, type ServiceClientOptions } from './options/options.ts'
import { OutcomeChecks } from './checks/outcome-checks.ts'
import { probe } from './checks/probe.ts'
import { apiKeyOperations } from './resources/api-keys.ts'
import { blacklistOperations } from './resources/blacklists.ts'
import { exportOperations } from './exports/exports.ts'
import { extraOperations } from './resources/extras.ts'
import { messageOperations } from './resources/messages.ts'
import { settingsOperations } from './resources/settings.ts'
import { statisticsOperations } from './resources/statistics.ts'
import { templateOperations } from './resources/templates.ts'
import { userOperations } from './resources/users.ts'
import { webhookOperations } from './resources/webhooks.ts'
import { RetryBudget } from './calls/retry.ts'

export type ServiceClient = ReturnType<typeof createServiceClient>

/** The only way to call one account’s service. */
export function createServiceClient(options: ServiceClientOptions) {
  const base = readBase(options.profile.baseUrl)
  const deadlines = { ...defaultDeadlines, ...options.deadlines }
  const limits = { ...defaultLimits, ...options.limits }
  const buffers = new ReadBuffers()
  const pool = openPool(base, { network: options.network, deadlines, limits, buffers })
  const transport = new Transport({ base, pool, client: options, deadlines, limits })
  const connection = new Connection()
  const closing = new AbortController()
  const calls = new Limiter(limits.concurrency, options.clock)
  const streams = new Limiter(limits.streams, options.clock)
  const budget = new RetryBudget(limits.retriesPerMinute, options.clock)
  const caller = new Caller({
    options,
    transport,
    deadlines,
    calls,
    streams,
    budget,
    connection,
    closing: closing.signal,
  })
  const context: Context = {
    caller,
    options,
    learned: () => options.learned.get(),
    learn: (news) => options.learned.set({ ...options.learned.get(), ...news }),
  }
  const statistics = statisticsOperations(context)
  const settings = settingsOperations(context)
  const blacklists = blacklistOperations(context)
  const extras = extraOperations(context, blacklists)
  const templates = templateOperations(context)
  const webhooks = webhookOperations(context)
  const clockSkew = (): number => transport.clockSkew()
  const readable = { statistics, settings, extras, blacklists, templates, webhooks }
  const checks = new OutcomeChecks({ context, clockSkew, ...readable })
  return {
    exports: exportOperations(context, buffers),
    messages: messageOperations(context, deadlines),
    statistics,
    settings,
    /** API key changes, which are not in the service’s documentation. */
    apiKeys: apiKeyOperations(context, settings),
    blacklists,
    templates,
    users: userOperations(context),
    /** Webhook operations, which are not in the service’s documentation. */
    webhooks,
    /** Operations that some accounts support in addition to the documented ones. */
    extras,
    /** Determines which extras this account supports, with calls that change nothing. */
    probe: (probeOptions?: CallOptions) => probe(context, { extras, blacklists, templates }, probeOptions),
    checkSend: checks.checkSend.bind(checks),
    checkOutcome: checks.checkOutcome.bind(checks),
    /** Which variants of the interface this account was found to use. */
    learned: context.learned,
    connection: () => connection.state(),
    /**
     * Milliseconds by which the service’s clock is ahead of this computer’s; 0 if they differ by less than two seconds
     * or the service’s time is unknown.
     */
    clockSkew,
    /** Calls `listener` on every change from now on; returns a function that stops listening. */
    onConnection: (listener: ConnectionListener) => connection.onChange(listener),
    async close(): Promise<void> {
      if (closing.signal.aborted) return
      const reason = new AppError('client-closed', 'The account was closed while the call was running.')
      closing.abort(reason)
      calls.close()
      streams.close()
      await transport.close(reason)
    },
  }
}

/** Accepts any URL that can be called. `checkBaseUrl` checks whether it is suitable before it is stored. */
function readBase(baseUrl: string): URL {
  const url = URL.parse(baseUrl)
  if (url !== null && (url.protocol === 'https:' || url.protocol === 'http:')) return url
  const { problem } = checkBaseUrl(baseUrl)
  throw new AppError('invalid-base-url', problem ?? 'This account’s base URL is not valid. Correct it in Accounts.')
}
