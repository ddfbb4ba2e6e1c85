import { drawing, type ChartHead } from '#shared/domain/statistics/charts/svg-text.ts'
import type { Host } from '../../../lib/host/host.ts'
import type { DateRange } from '../../../lib/ui/dates/date-presets.ts'
import { withPeriod } from '../../query/index.ts'

/** The text that accompanies the numbers in files saved from a dashboard’s panels. */
export type DashboardAbout = {
  readonly account: string
  /** The period in the format used in file names: `2026-10-25 to 2026-11-23`. */
  readonly period: string
  /** The source, the time zone and the filters. */
  readonly notes: readonly string[]
}

export type FigureQuestion = {
  readonly account: string
  readonly period: DateRange
  /** The search whose messages were counted. */
  readonly text: string
  /** The source and the time zone. */
  readonly notes: readonly string[]
}

export function aboutFigures({ account, period: { from, to }, text, notes }: FigureQuestion): DashboardAbout {
  const conditions = withPeriod(text, null)
  const filter = conditions === '' ? [] : [`Filter: ${conditions}`]
  return { account, period: from === to ? from : `${from} to ${to}`, notes: [...notes, ...filter] }
}

export function headOf(title: string, note: string | undefined, about: DashboardAbout | undefined): ChartHead {
  const first = about ? [about.account, about.period].filter(Boolean).join(' · ') : ''
  // A panel and its dashboard may both name the time zone, which is then written only once.
  return { title, caption: [...new Set([first, note ?? '', ...(about?.notes ?? [])])].filter(Boolean) }
}

/** The host replaces characters that the file system does not allow. */
export function fileName(title: string, about: DashboardAbout | undefined, ending: string): string {
  return `${[about?.account, title, about?.period].filter(Boolean).join(' ').slice(0, 200)}.${ending}`
}

type Content = { readonly name: string; readonly encoding: 'text' | 'base64'; readonly content: string }

/** Prompts for the location of the file, or downloads it. Returns false if the user closed the dialog. */
export async function saveFile(host: Pick<Host, 'invoke' | 'save'>, file: Content): Promise<boolean> {
  const { token } = await host.invoke('files.keep', file)
  return host.save(token, file.name)
}

const drawn = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'opacity',
] as const

/**
 * Returns a drawing from the page as a file, in the colours of the light theme. The colours are written to the file in
 * place of style sheets.
 */
export function pageDrawing(shown: SVGSVGElement, head: ChartHead): string {
  const copy = shown.cloneNode(true) as SVGSVGElement
  const light = document.createElement('div')
  light.style.cssText = 'color-scheme: light; position: absolute; visibility: hidden'
  light.append(copy)
  // Placed next to the drawing on the page, so that the same rules apply.
  shown.parentElement?.append(light)
  try {
    for (const part of copy.querySelectorAll<SVGElement>('*')) {
      const look = getComputedStyle(part)
      for (const name of drawn) part.setAttribute(name, look.getPropertyValue(name))
      part.removeAttribute('class')
      part.removeAttribute('style')
    }
    const { width, height } = copy.viewBox.baseVal
    const room = 720 * (height / width)
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
    copy.setAttribute('width', '720')
    copy.setAttribute('height', String(room))
    copy.removeAttribute('class')
    return drawing(head, {
      height: room,
      draw: (top) => {
        copy.setAttribute('y', String(top))
        return new XMLSerializer().serializeToString(copy)
      },
    })
  } finally {
    light.remove()
  }
}

/** Double the resolution of a standard screen, so that text stays sharp when pasted. */
const scale = 2

export async function pngOf(svg: string): Promise<string> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth * scale
  canvas.height = image.naturalHeight * scale
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png').split(',')[1]!
}
