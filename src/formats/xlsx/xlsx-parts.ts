/** The fixed parts of a workbook: small XML documents that accompany the sheets. */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const documentRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const sheetml = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Style numbers defined in `stylesXml`. */
export const dateStyle = 1
export const headingStyle = 2

export const rootRelationsXml =
  `${declaration}<Relationships xmlns="${packageRelations}">` +
  `<Relationship Id="rId1" Type="${documentRelations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

// Excel requires at least two fills and one border.
export const stylesXml =
  `${declaration}<styleSheet xmlns="${main}">` +
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

/**
 * Returns the XML that precedes a sheet’s rows. It freezes the heading and makes columns wide enough for a date, which
 * Excel would otherwise show as #####.
 */
export function sheetStart(columns: number, isFirst: boolean): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const selected = isFirst ? ' tabSelected="1"' : ''
  const widths = columns === 0 ? '' : `<cols><col min="1" max="${columns}" width="20" customWidth="1"/></cols>`
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView${selected} workbookViewId="0">${pane}` +
    `</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${widths}<sheetData>`
  )
}

export const sheetEnd = '</sheetData></worksheet>'

/** `names` must already be escaped for XML. */
export function workbookXml(names: readonly string[]): string {
  const sheets = names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
  return (
    `${declaration}<workbook xmlns="${main}" xmlns:r="${documentRelations}">` +
    `<bookViews><workbookView/></bookViews><sheets>${sheets.join('')}</sheets></workbook>`
  )
}

export function workbookRelationsXml(sheets: number): string {
  const relations = numbers(sheets).map(
    (n) => `<Relationship Id="rId${n}" Type="${documentRelations}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  )
  const styles = `<Relationship Id="rId${sheets + 1}" Type="${documentRelations}/styles" Target="styles.xml"/>`
  return `${declaration}<Relationships xmlns="${packageRelations}">${relations.join('')}${styles}</Relationships>`
}

export function contentTypesXml(sheets: number): string {
  const parts = numbers(sheets).map(
    (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${sheetml}.worksheet+xml"/>`,
  )
  return (
    `${declaration}<Types xmlns="${contentTypes}">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${sheetml}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${sheetml}.styles+xml"/>${parts.join('')}</Types>`
  )
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
