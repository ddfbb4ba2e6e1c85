import { AboutPage } from './app/about-page.ts'
import { AbilitiesPage } from './accounts/abilities-page.ts'
import { AccountForm } from './accounts/account-form.ts'
import { AccountKey } from './accounts/account-key.ts'
import { AccountsPage } from './accounts/accounts-page.ts'
import { ComparisonPage } from './statistics/comparison-page.ts'
import { AlertsPage } from './statistics/alerts-page.ts'
import { BlacklistsPage } from './accounts/blacklists-page.ts'
import { ComposeDialog } from './compose-dialog.ts'
import { Composer } from './compose/composer.ts'
import { DashboardPage } from './statistics/dashboard-page.ts'
import { DayNotes } from './statistics/day-notes.ts'
import { PlacesMap } from './statistics/places-map.ts'
import { DomainsPage } from './accounts/domains-page.ts'
import { DraftFilesPanel } from './compose/draft-files.ts'
import { DraftListPage } from './compose/draft-list.ts'
import { PeoplePanel } from './compose/people-panel.ts'
import { PreviewPanel } from './compose/preview-panel.ts'
import { Rests } from './compose/rests.ts'
import { Sending } from './compose/sending.ts'
import { TemplateEditor } from './templates/template-editor.ts'
import { ExportsPage } from './exports-page.ts'
import { ImportDialog } from './import-dialog.ts'
import { TemplatesPage } from './templates/templates-page.ts'
import { UsersPage } from './accounts/users-page.ts'
import { KeysPage } from './accounts/keys-page.ts'
import { JobsPanel } from './jobs-panel.ts'
import { LivePage } from './live-page.ts'
import { LogsPage } from './app/logs-page.ts'
import { ManualPage } from './app/manual-page.ts'
import { MailFrame } from './mail-frame.ts'
import { MessageBody } from './message-body.ts'
import { MessageDetail } from './message-detail.ts'
import { MessagesHistogram } from './messages-histogram.ts'
import { MessagesPage } from './messages-page.ts'
import { OverviewPage } from './accounts/overview-page.ts'
import { PageModel } from './base/page-model.ts'
import { Palette } from './palette.ts'
import { RecipientsPage } from './recipients-page.ts'
import { SchedulesPage } from './schedules-page.ts'
import { FaultsPanel } from './sandbox/faults-panel.ts'
import { OutboxPanel } from './sandbox/outbox-panel.ts'
import { RepliesPanel } from './sandbox/replies-panel.ts'
import { RequestsPanel } from './sandbox/requests-panel.ts'
import { SandboxPage } from './sandbox/sandbox-page.ts'
import { SandboxWebhooksPanel } from './sandbox/sandbox-webhooks-panel.ts'
import { SnapshotsPanel } from './sandbox/snapshots-panel.ts'
import { SettingsPage } from './app/settings-page.ts'
import { Shell } from './shell.ts'
import { TeamArchivePanel } from './accounts/team-archive.ts'
import { SyncControls } from './sync-controls.ts'
import { WebhooksPage } from './accounts/webhooks-page.ts'
import { WelcomePage } from './app/welcome-page.ts'

/** Models of all parts of Mailroom that specs use, on one page. Labels are written only here. */
export class MailroomPages extends PageModel {
  readonly shell = new Shell(this.page)
  readonly palette = new Palette(this.page)
  readonly jobs = new JobsPanel(this.page)
  readonly welcome = new WelcomePage(this.page)
  readonly overview = new OverviewPage(this.page)
  readonly about = new AboutPage(this.page)
  readonly abilities = new AbilitiesPage(this.page)
  readonly accountKey = new AccountKey(this.page)
  readonly accounts = new AccountsPage(this.page)
  readonly accountForm = new AccountForm(this.page)
  readonly messages = new MessagesPage(this.page)
  readonly detail = new MessageDetail(this.page)
  readonly histogram = new MessagesHistogram(this.page)
  readonly sync = new SyncControls(this.page)
  readonly team = new TeamArchivePanel(this.page)
  readonly imports = new ImportDialog(this.page)
  readonly exports = new ExportsPage(this.page)
  readonly schedules = new SchedulesPage(this.page)
  readonly templates = new TemplatesPage(this.page)
  readonly users = new UsersPage(this.page)
  readonly webhooks = new WebhooksPage(this.page)
  readonly keys = new KeysPage(this.page)
  readonly manual = new ManualPage(this.page)
  readonly live = new LivePage(this.page)
  readonly dashboard = new DashboardPage(this.page)
  readonly comparison = new ComparisonPage(this.page)
  readonly notes = new DayNotes(this.page)
  readonly places = new PlacesMap(this.page)
  readonly alerts = new AlertsPage(this.page)
  readonly domains = new DomainsPage(this.page)
  readonly recipients = new RecipientsPage(this.page)
  readonly blacklists = new BlacklistsPage(this.page)
  readonly compose = new ComposeDialog(this.page)
  readonly drafts = new DraftListPage(this.page)
  readonly composer = new Composer(this.page)
  readonly templateEditor = new TemplateEditor(this.page)
  readonly people = new PeoplePanel(this.page)
  readonly preview = new PreviewPanel(this.page)
  readonly draftFiles = new DraftFilesPanel(this.page)
  readonly body = new MessageBody(this.page)
  readonly rests = new Rests(this.page)
  readonly sending = new Sending(this.page)
  readonly sandbox = new SandboxPage(this.page)
  readonly requests = new RequestsPanel(this.page)
  readonly outbox = new OutboxPanel(this.page)
  readonly replies = new RepliesPanel(this.page)
  readonly sandboxWebhooks = new SandboxWebhooksPanel(this.page)
  readonly snapshots = new SnapshotsPanel(this.page)
  readonly faults = new FaultsPanel(this.page)
  readonly mail = new MailFrame(this.page)
  readonly settings = new SettingsPage(this.page)
  readonly logs = new LogsPage(this.page)
}
