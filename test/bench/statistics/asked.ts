import { dispatch } from '#core/dispatch.ts'
import type { StatisticsGroup } from '#shared/contract/statistics.ts'
import { statisticsGroups } from '#shared/contract/base/statistics-limits.ts'
import { wallTimeAt } from '#shared/domain/base/zone-offset.ts'
import type { CommandOutput } from '#shared/contract/table.ts'
import { createDataFolder } from '#test/support/data-folder.ts'
import { startTestApp } from '#test/support/test-ports.ts'
import { benchAccount, useArchive } from '../support/use-archive.ts'
import type { Span } from './duck.ts'

type By = { readonly groups?: readonly StatisticsGroup[]; readonly metaKey?: string; readonly zone?: string }

/** Mailroom with an archive, called as its page calls it: by commands of the contract. */
export class AskedApp {
  readonly #app: Awaited<ReturnType<typeof startTestApp>>
  readonly #remove: () => Promise<void>

  private constructor(app: Awaited<ReturnType<typeof startTestApp>>, remove: () => Promise<void>) {
    this.#app = app
    this.#remove = remove
  }

  static async open(archive: string): Promise<AskedApp> {
    const folder = await createDataFolder()
    await useArchive(folder.path, archive, '#/dashboard')
    const app = new AskedApp(await startTestApp(folder.path), () => folder.remove())
    // The archive opens with the first command that needs it.
    await app.#ask('archive.info', { accountId: benchAccount })
    // The built app has precompiled schemas. Here they are compiled from source, which would take half of the first
    // query.
    await app.#ask('statistics.archive', {}).catch(() => undefined)
    return app
  }

  /** The queries that the dashboard makes at once, compared with another period. */
  async dashboard(now: Span, before: Span, { zone, terms = '' }: { zone: string; terms?: string }): Promise<void> {
    const [counted] = await Promise.all([
      this.statistics(now, { groups: statisticsGroups, zone }, terms),
      this.statistics(before, { zone }, terms),
    ])
    if (counted.total.messages === 0) throw new Error('There was nothing to count.')
  }

  statistics(span: Span, { groups = [], metaKey, zone = 'UTC' }: By, terms = '') {
    const text = `after:${minute(span.from, zone)} before:${minute(span.to, zone)} ${terms}`
    const given = { accountId: benchAccount, text, zone, groups, metaKey: metaKey ?? null, limit: 100 }
    return this.#ask('statistics.archive', given) as Promise<CommandOutput<'statistics.archive'>>
  }

  #ask(name: string, input: unknown): Promise<unknown> {
    return dispatch(this.#app, name, input, { signal: new AbortController().signal })
  }

  async close(): Promise<void> {
    await this.#app.close()
    await this.#remove()
  }
}

/** A second as wall time in the zone. */
function minute(second: number, zone: string): string {
  const { year, month, day, hour, minute: minutes } = wallTimeAt(second, zone)
  return new Date(Date.UTC(year, month - 1, day, hour, minutes)).toISOString().slice(0, 16)
}
