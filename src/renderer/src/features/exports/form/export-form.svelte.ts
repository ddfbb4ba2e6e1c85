import { AppError } from '#shared/contract/base/error.ts'
import type { CsvDecimal, CsvSeparator, DateForm, ExportFormat, IfTaken } from '#shared/contract/base/export-choices.ts'
import type { ExportLayout, ExportWhat } from '#shared/contract/exports.ts'
import { archiveColumn, defaultColumns } from '#shared/domain/exports/archive-columns.ts'
import { defaultNamePattern, namePatternProblem } from '#shared/domain/exports/file-name.ts'
import { rangesNow } from '#shared/domain/exports/ranges-now.ts'
import type { CommandInput, CommandOutput } from '#shared/contract/table.ts'
import type { Host } from '../../../lib/host/host.ts'
import type { DateRange } from '../../../lib/ui/dates/date-presets.ts'
import { type ExportStart, rowsOf } from '../../messages/index.ts'
import { isOffered } from './form-options.ts'

type Wanted = CommandInput<'exports.start'>
/** Without a token, this is the folder of a saved schedule. */
type Folder = { readonly token: string | null; readonly name: string }
export type Choices = Pick<CommandOutput<'exports.last'>, 'layout' | 'saveAs'> & { readonly folder: Folder | null }

export type ExportNeeds = {
  readonly host: Pick<Host, 'invoke'>
  readonly accountId: string
  /**
   * The user’s time zone, used for the days of a search and, unless another zone is chosen, for the dates in the file.
   */
  readonly zone: string
  readonly locale: string
  /** Whether the host writes to a folder, which the user must then select. */
  readonly hasFolders: boolean
}

type FormProblem = { readonly field: 'columns' | 'folder' | 'name'; readonly text: string }

/**
 * The options of an export being edited. The messages to export are stored in the form’s address, so that Back returns to
 * them.
 */
export class ExportForm {
  format = $state<ExportFormat>('xlsx')
  gzip = $state(false)
  /** The ids of the chosen columns; null for the format’s default columns. */
  columns = $state.raw<readonly string[] | null>(null)
  zone = $state('')
  dates = $state<DateForm>('local')
  separator = $state<CsvSeparator>(',')
  decimal = $state<CsvDecimal>('.')
  byteOrderMark = $state(true)
  guard = $state(true)
  name = $state<string>(defaultNamePattern)
  folder = $state.raw<Folder | null>(null)
  ifTaken = $state<IfTaken>('keep-both')
  readonly #needs: ExportNeeds

  constructor(needs: ExportNeeds) {
    this.#needs = needs
    this.zone = needs.zone
    // Where the decimal separator is a comma, spreadsheet programs expect semicolons between cells.
    const hasDecimalComma = new Intl.NumberFormat(needs.locale).format(1.5).includes(',')
    if (hasDecimalComma) [this.separator, this.decimal] = [';', ',']
  }

  /** The choices of layout, file and folder, from which another form can be filled in. */
  get choices(): Choices {
    const { name, ifTaken, folder } = this
    return { layout: this.layoutFor({ source: 'archive' }), saveAs: { name, ifTaken }, folder }
  }

  /** Fills in the options of the last export, of a saved schedule, or of a form as the user left it. */
  remember({ layout, saveAs, folder }: Choices): void {
    if (layout) {
      const { csv, columns, ...others } = layout
      Object.assign(this, others, csv)
      const known = columns.filter((id) => archiveColumn(id) !== null)
      const isUsual = JSON.stringify(known) === JSON.stringify(defaultColumns(layout.format))
      this.columns = isUsual || known.length === 0 ? null : known
    }
    if (saveAs) Object.assign(this, saveAs)
    this.folder = folder
  }

  columnsFor(format: ExportFormat): readonly string[] {
    return this.columns ?? defaultColumns(format)
  }

  /** Returns the first option that is missing or invalid, and its field. */
  problem(start: Pick<ExportStart, 'source'>): FormProblem | undefined {
    if (start.source === 'archive' && this.columns?.length === 0) {
      return { field: 'columns', text: 'Choose at least one column.' }
    }
    if (this.#needs.hasFolders && this.folder === null) {
      return { field: 'folder', text: 'Choose a folder for the file.' }
    }
    const text = namePatternProblem(this.name)
    if (text !== null) return { field: 'name', text }
    return undefined
  }

  /**
   * Returns the format of the file, which may differ from the chosen one, because the service does not write every
   * format.
   */
  formatFor({ source }: Pick<ExportStart, 'source'>): ExportFormat {
    return isOffered(this.format, source) ? this.format : 'json'
  }

  layoutFor(start: Pick<ExportStart, 'source'>): ExportLayout {
    const { gzip, zone, dates, separator, decimal, byteOrderMark, guard } = this
    const format = this.formatFor(start)
    const columns = this.columnsFor(format)
    return {
      format,
      gzip,
      columns: [...(columns.length > 0 ? columns : defaultColumns(format))],
      zone,
      dates,
      csv: { separator, decimal, byteOrderMark, guard },
    }
  }

  /**
   * Returns the export to request. Selected rows are located again, because messages may have arrived since the
   * selection.
   */
  async wanted(start: ExportStart, period: DateRange): Promise<Wanted> {
    const { name, folder, ifTaken } = this
    const layout = this.layoutFor(start)
    const saveAs = { name, folder: folder?.token ?? null, ifTaken }
    return { accountId: this.#needs.accountId, what: await this.#what(start, period), layout, saveAs }
  }

  async #what({ source, text, sort, spans }: ExportStart, period: DateRange): Promise<ExportWhat> {
    const { host, accountId, zone } = this.#needs
    if (source === 'delta') return { source }
    if (source === 'service') return { source, ...period, zone }
    if (spans === null) return { source, text, zone, sort, selection: null }
    const rows = rowsOf(spans)
    const { positions, count } = await host.invoke('messages.positions', { accountId, text, zone, sort, rows })
    const ranges = rangesNow(spans, positions)
    if (ranges === null) {
      const moved =
        'The selected messages are no longer next to each other in the search results. Go back to Messages and select them again.'
      throw new AppError('selection-moved', moved)
    }
    return { source, text, zone, sort, selection: { ranges, rows, matches: count } }
  }
}
