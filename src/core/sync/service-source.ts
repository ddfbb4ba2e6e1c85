import type { Period } from '#shared/domain/archive/horizon.ts'
import { fromExport, fromStatistics } from '#shared/domain/service/to-message.ts'
import type { ServiceClient } from '../api/index.ts'
import type { Logger } from '../base/ports.ts'
import type { Source } from './source.ts'

const mostLogged = 5

export function serviceSource(
  client: Pick<ServiceClient, 'exports' | 'statistics' | 'clockSkew'>,
  logger: Logger,
): Source {
  const log = (problems: readonly { reason: string }[]): void => {
    for (const { reason } of problems.slice(0, mostLogged)) {
      logger.log('warn', 'The sync skipped an unreadable record.', { reason })
    }
  }
  return {
    clockSkew: () => client.clockSkew(),
    async *exportAll(period, signal) {
      const download = await client.exports.all('json', range(period), { signal })
      for await (const { records, problems } of download.records()) {
        log(problems)
        const messages = records.map((record) => fromExport(record, period))
        yield { messages, problems: problems.length, isComplete: true }
      }
      yield { messages: [], problems: 0, isComplete: download.completeness() === 'whole' }
    },
    async page(period, page, pageSize, signal) {
      const { items, problems, total } = await client.statistics.messages(
        { ...range(period), page, pageSize },
        { signal },
      )
      log(problems)
      return { messages: items.map((record) => fromStatistics(record, period)), problems: problems.length, total }
    },
  }
}

function range({ from, to }: Period): { dateBegin: number; dateEnd: number } {
  return { dateBegin: from * 1000, dateEnd: to * 1000 }
}
