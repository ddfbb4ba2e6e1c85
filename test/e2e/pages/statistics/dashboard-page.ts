import type { Locator } from '@playwright/test'
import { PageModel } from '../base/page-model.ts'

/** The figures of an account, from its archive or its service. */
export class DashboardPage extends PageModel {
  readonly figures = this.page.getByRole('list', { name: 'Figures for the period' })
  readonly activity = this.page.getByRole('region', { name: 'Messages per day', exact: true })
  readonly days = this.page.getByRole('application', { name: /^Messages per day/ })
  readonly daysTable = this.page.getByRole('group', { name: 'Messages per day, as a table' })
  readonly conditions = this.page.getByRole('list', { name: 'Conditions' }).getByRole('listitem')
  readonly counting = this.page.getByRole('status').filter({ hasText: /^Counting / })
  readonly comparison = this.page.getByRole('combobox', { name: 'Compared with' })
  readonly newWindow = this.page.getByRole('button', { name: /^Open in new (window|tab)$/ })
  readonly metaKey = this.page.getByRole('combobox', { name: 'Metadata key' })
  readonly asTable = this.activity.getByText('Table', { exact: true })

  readonly report = this.page.getByRole('button', { name: 'Report', exact: true })
  readonly reportDialog = this.page.getByRole('dialog', { name: 'Report', exact: true })
  readonly saveReport = this.reportDialog.getByRole('button', { name: 'Save report' })
  readonly scheduleTab = this.reportDialog.getByRole('tab', { name: 'Schedule' })
  readonly newSchedule = this.reportDialog.getByRole('button', { name: 'New schedule' })
  readonly chooseReportFolder = this.reportDialog.getByRole('button', { name: 'Choose folder…' })
  readonly shareReport = this.reportDialog.getByRole('switch', { name: 'Share with the team' })
  readonly saveSchedule = this.reportDialog.getByRole('button', { name: 'Schedule report' })
  readonly scheduledReports = this.reportDialog.getByRole('list', { name: 'Scheduled reports' })
  /** The notification that a report is ready. */
  readonly ready = this.page.getByRole('listitem').filter({ hasText: 'The report is ready.' })
  readonly saveReady = this.ready.getByRole('button', { name: 'Save…', exact: true })

  /** The notification that a table was copied. */
  readonly copied = this.page.getByRole('listitem').filter({ hasText: 'Copied.' })

  /** The titles of the panels, in their order on the screen. */
  readonly panelTitles = this.page.locator('main').getByRole('region').getByRole('heading', { level: 2 })
  readonly panelsMenu = this.page.getByRole('button', { name: /^Panels/ })
  readonly back = this.page.getByRole('button', { name: 'Back to the dashboard' })
  readonly compareWithService = this.page.getByRole('button', { name: 'Compare with the service' })
  readonly whyDifferent = this.page.getByRole('button', { name: 'Why the archive and the service can differ' })
  readonly reasons = this.page.getByRole('dialog', { name: 'Archive and service' })
  readonly findRecipient = this.page.getByRole('combobox', { name: 'Find recipient' })
  readonly noSuchRecipient = this.page.getByText(/^No recipient matches/)

  readonly source = this.page.getByRole('radiogroup', { name: 'Data source' })
  /** Lists the conditions for which the service has no filter. */
  readonly notApplied = this.page.getByRole('status').filter({ hasText: 'The service can’t filter by' })
  readonly removeNotApplied = this.notApplied.getByRole('button', { name: /^Remove/ })
  readonly refresh = this.page.getByRole('button', { name: 'Refresh', exact: true })
  readonly age = this.page.getByText(/^Counted by the service /)
  readonly offline = this.page.getByRole('status').filter({ hasText: 'The figures are from' })

  fromSource(name: 'Archive' | 'Service'): Locator {
    return this.source.getByRole('radio', { name, exact: true })
  }

  /** The button with the name of the period. */
  period(name: string): Locator {
    return this.page.getByRole('button', { name: `Period: ${name}` })
  }

  figure(name: string): Locator {
    return this.figures.getByRole('listitem').filter({ hasText: name })
  }

  /** The number of a figure, which opens its messages. */
  messagesOfFigure(name: string): Locator {
    return this.figure(name).getByRole('button', { name: /show the messages$/ })
  }

  panel(title: string): Locator {
    return this.page.getByRole('region', { name: title, exact: true })
  }

  reportFormat(name: 'PDF' | 'HTML' | 'CSV tables'): Locator {
    return this.reportDialog.getByRole('radio', { name })
  }

  enlarge(title: string): Locator {
    return this.panel(title).getByRole('button', { name: 'Enlarge' })
  }

  actionsOf(title: string): Locator {
    return this.page.getByRole('button', { name: `More actions for ${title}`, exact: true })
  }

  action(name: string): Locator {
    return this.page.getByRole('menuitem', { name, exact: true })
  }

  /** A panel’s entry in the panels menu. */
  shown(title: string): Locator {
    return this.page.getByRole('menuitemcheckbox', { name: title, exact: true })
  }

  line(title: string, value: string | RegExp): Locator {
    return this.panel(title).getByRole('row').filter({ hasText: value })
  }

  /** A column’s header, which sorts its table. */
  column(title: string, name: string): Locator {
    return this.panel(title).getByRole('columnheader', { name, exact: true })
  }

  countOnly(value: string): Locator {
    return this.page.getByRole('button', { name: `Count only ${value}`, exact: true })
  }

  messagesOf(value: string): Locator {
    return this.page.getByRole('button', { name: `Show messages for ${value}`, exact: true })
  }
}
