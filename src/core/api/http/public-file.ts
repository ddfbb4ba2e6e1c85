import { AppError } from '#shared/contract/base/error.ts'
import { mailroomUserAgent } from '#shared/domain/service/user-agent.ts'
import type { Clock } from '../../base/ports.ts'
import { defaultDeadlines, defaultLimits, type Network } from '../options/options.ts'
import { Exchange } from './exchange.ts'
import { Aborted, DeadlinePassed, networkFailure } from './failure.ts'
import { openPool, type ServicePool } from './pool.ts'
import { ReadBuffers } from './read-buffers.ts'

type PublicFileOptions = {
  readonly clock: Clock
  readonly mostBytes: number
  readonly network: Network | undefined
  readonly signal: AbortSignal
}

/**
 * Reads a small file that is the same for everybody, so no key, account or cookie is sent. A larger file is a failure,
 * and so is every status except 200, including a redirect.
 */
export async function readPublicFile(address: URL, options: PublicFileOptions): Promise<Buffer> {
  const { clock, mostBytes, network, signal } = options
  const facts = { operation: 'readPublicFile', origin: address.origin, status: null, requestId: null }
  const exchange = new Exchange({ stream: false, limit: mostBytes })
  const deadline = defaultDeadlines.attempt
  const timer = clock.after(deadline, () => exchange.abort(new DeadlinePassed('attempt', deadline)))
  const abort = (): void => exchange.abort(new Aborted())
  signal.addEventListener('abort', abort, { once: true })
  let pool: ServicePool | null = null
  try {
    const limits = { ...defaultLimits, concurrency: 1, streams: 0 }
    pool = openPool(address, { network, deadlines: defaultDeadlines, limits, buffers: new ReadBuffers() })
    const dispatcher = await exchange.prepared(pool.ready())
    const headers = ['accept', 'application/json', 'user-agent', mailroomUserAgent]
    const path = address.pathname + address.search
    dispatcher.dispatch({ origin: address.origin, path, method: 'GET', headers }, exchange)
    const { status, body } = await exchange.answer
    if (status === 200) return body
    throw new AppError('unexpected-status', `${address.host} responded with status ${status}.`, { details: { status } })
  } catch (thrown) {
    throw networkFailure(thrown, facts)
  } finally {
    timer.cancel()
    signal.removeEventListener('abort', abort)
    await pool?.destroy()
  }
}
