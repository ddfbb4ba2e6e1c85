import { z } from 'zod'
import { AppError } from '#shared/contract/base/error.ts'
import { messageSort } from '#shared/contract/messages.ts'
import type { TeamView } from '#shared/contract/team.ts'
import { english } from '#shared/domain/base/plural.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Archives } from '../archive/index.ts'

type Needs = { readonly accounts: Accounts; readonly archives: Archives }

const stored = z.record(
  z.uuid(),
  z.object({ name: z.string(), text: z.string(), sort: messageSort, sharedBy: z.string() }),
)
const setting = 'teamViews'
/** The maximum number of views: more than anybody would look for in a menu. */
const mostViews = 200

/**
 * A team’s saved views, stored in a setting of its archive. Each change writes only one view, so that two people’s
 * concurrent changes are both kept. An archive that was moved back to this computer keeps its views but accepts no new
 * ones.
 */
export class TeamViews {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async list(accountId: string): Promise<TeamView[]> {
    const { accounts, archives } = this.#needs
    if (!accounts.get(accountId).storeHistory) return []
    const views = stored.parse((await (await archives.of(accountId)).setting(setting)) ?? {})
    return Object.entries(views)
      .map(([id, view]) => ({ id, ...view }))
      .sort((one, other) => one.name.localeCompare(other.name, 'en'))
  }

  async save(accountId: string, { id, ...view }: Omit<TeamView, 'sharedBy'>): Promise<void> {
    const { accounts, archives } = this.#needs
    const place = accounts.teamServers.of(accountId)
    if (place === null) {
      const { name } = accounts.get(accountId)
      throw new AppError(
        'conflict',
        `The archive of ${name} is on this computer, so it has no team to share with. To share views, use a team archive.`,
      )
    }
    const others = (await this.list(accountId)).filter((other) => other.id !== id)
    if (others.length >= mostViews) {
      const full = `The team already has ${english.number(mostViews)} saved views, the maximum.`
      throw new AppError('too-many', `${full} Remove some, then try again.`)
    }
    const archive = await archives.of(accountId)
    await archive.changeSetting(setting, { [id]: { ...view, sharedBy: place.server.user } })
  }

  async remove(accountId: string, id: string): Promise<void> {
    await (await this.#needs.archives.of(accountId)).changeSetting(setting, { [id]: null })
  }
}
