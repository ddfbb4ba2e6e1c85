import { palette } from '#shared/domain/statistics/charts/palette.ts'

/** Styles for screen and paper. Page numbers are in the margin if the browser supports margin boxes. */
export const reportStyle = `
@page { size: A4; margin: 16mm 14mm 18mm; @bottom-right { content: counter(page) " / " counter(pages); font: 9px system-ui, sans-serif; color: ${palette.muted} } }
* { box-sizing: border-box }
body { max-width: 1000px; margin: 0 auto; padding: 24px; font: 13px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; font-variant-numeric: tabular-nums; color: ${palette.text}; background: ${palette.paper} }
h1 { margin: 0; font-size: 22px } h2 { margin: 28px 0 8px; font-size: 16px; break-after: avoid }
small { font-size: 11px; font-weight: 400; color: ${palette.muted} }
.account { margin: 0; color: ${palette.muted}; font-size: 15px; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 12px 0 }
dt { color: ${palette.muted} } dd { margin: 0; overflow-wrap: anywhere }
.figures { display: grid; grid-template-columns: repeat(4, 1fr); gap: 8px; margin: 0; padding: 0; list-style: none }
.figures li { display: grid; align-content: start; gap: 2px; padding: 8px 10px; border: 1px solid ${palette.border}; border-radius: 6px; break-inside: avoid }
.figures strong { font-size: 20px } .spark { width: 100%; height: 24px }
.good { color: ${palette['--state-delivered']} } .bad { color: ${palette['--state-hardbounced']} } .warning { color: ${palette.warn} }
figure { margin: 0 0 8px; break-inside: avoid } figure svg { width: 100%; height: auto }
table { width: 100%; border-collapse: collapse; font-size: 11px } thead { display: table-header-group }
th, td { padding: 2px 6px; border-bottom: 1px solid ${palette.border}; text-align: start; overflow-wrap: anywhere; unicode-bidi: isolate }
:is(th, td).name { white-space: nowrap; overflow-wrap: normal }
th { color: ${palette.muted}; font-weight: 500; vertical-align: bottom } tr { break-inside: avoid }
.number { text-align: end; overflow-wrap: normal }
@media print { body { max-width: none; padding: 0; -webkit-print-color-adjust: exact; print-color-adjust: exact } }
`
