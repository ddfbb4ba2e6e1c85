import type { TeamServer } from '#shared/contract/base/team/team-server.ts'
import { PageModel } from '../base/page-model.ts'

/** The panel that shows whether an account’s archive is on this computer or on a server of the team. */
export class TeamArchivePanel extends PageModel {
  readonly place = this.page.getByRole('region', { name: 'Archive' }).or(this.page.locator('section.place'))
  readonly use = this.page.getByRole('button', { name: 'Use a team archive…' })
  readonly change = this.page.getByRole('button', { name: 'Change…' })
  readonly stopUsing = this.page.getByRole('button', { name: 'Stop using the team archive…' })
  readonly useFileFromBefore = this.page.getByRole('radio', { name: 'Use the previous file' })
  readonly copyFirst = this.page.getByRole('radio', { name: 'Copy the team archive to this computer first' })
  readonly confirmStop = this.page.getByRole('button', { name: /^(Copy, then switch|Switch to this computer)$/ })

  readonly dialog = this.page.getByRole('dialog', { name: 'Use a team archive' })
  readonly server = this.dialog.getByLabel('Server')
  readonly port = this.dialog.getByLabel('Port')
  readonly database = this.dialog.getByLabel('Database')
  readonly schema = this.dialog.getByLabel('Schema')
  readonly user = this.dialog.getByLabel('User')
  readonly password = this.dialog.getByLabel('Password')
  readonly testConnection = this.dialog.getByRole('button', { name: 'Test connection' })
  readonly join = this.dialog.getByRole('button', { name: 'Use this archive' })
  readonly moveFirst = this.dialog.getByRole('radio', { name: /^Move [\d,]+ messages? to the team archive first$/ })
  readonly moveAndUse = this.dialog.getByRole('button', { name: 'Move and use' })

  async fill(server: TeamServer, password: string): Promise<void> {
    await this.server.fill(server.host)
    await this.port.fill(String(server.port))
    await this.database.fill(server.database)
    await this.schema.fill(server.schema)
    await this.user.fill(server.user)
    await this.password.fill(password)
  }
}
