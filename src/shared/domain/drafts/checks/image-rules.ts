import type { DraftPart } from '../../../contract/base/draft.ts'
import { shortened } from '../../../text/shortened.ts'
import { fieldFinding, type Finding, type Range } from './finding.ts'
import { Grouped } from './grouped.ts'
import { isPrivate } from '../../base/host-name.ts'
import { hostOf, isSampleHost } from './values/hosts.ts'
import { attribute, rangeOf, type MailTree } from './mail-tree.ts'
import { isForeignPlaceholder } from './placeholder-rules.ts'

type Parts = readonly Pick<DraftPart, 'kind' | 'name' | 'contentId' | 'contentType' | 'width'>[]

/** Types that entire families of mail programs do not show. */
const poorTypes: Readonly<Record<string, string>> = {
  'image/svg+xml': 'Gmail doesn’t show SVG images',
  'image/webp': 'Outlook for Windows doesn’t show WebP images',
  'image/avif': 'Outlook for Windows doesn’t show AVIF images',
  'image/heic': 'Outlook and Samsung Email don’t show HEIC images',
  'image/heif': 'Outlook and Samsung Email don’t show HEIF images',
  'image/tiff': 'Outlook, Yahoo Mail and Samsung Email don’t show TIFF images',
  'image/bmp': 'Gmail shows BMP images in wrong colours',
}
const typeOfEnding: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
}
/** A message’s usual width in pixels: Outlook shows a wider image at its full width, regardless of the styles. */
const usualWidth = 600

export function imageFindings(tree: MailTree, parts: Parts): Finding[] {
  const images = parts.filter(({ kind }) => kind === 'image')
  const byId = new Map(images.map((part) => [part.contentId.toLowerCase(), part]))
  const used = new Set<string>()
  const list = new Grouped('image')
  for (const { id, range } of referencesOf(tree)) {
    used.add(id.toLowerCase())
    // A variable’s value depends on the recipient.
    if (byId.has(id.toLowerCase()) || id.includes('{{')) continue
    const text = `No inline image has the content ID ${shortened(id)}, so readers see a gap. Add the image, or correct the ID.`
    list.add(`cid ${id}`, 'error', range, text)
  }
  for (const element of tree.elements) {
    if (element.name !== 'img') continue
    sourceProblem(attribute(element, 'src'), rangeOf(element, 'src'), list)
    if (attribute(element, 'alt') === undefined) {
      const text = 'An image has no alternative text. Describe it, or use alt="" if it is only decorative.'
      list.add('alt', 'warning', element.range, text)
    } else if (/\.(?:png|jpe?g|gif|svg|webp)$/i.test(attribute(element, 'alt')!.trim())) {
      const text = 'An image’s alternative text is a file name. Describe what the image shows.'
      list.add('alt-name', 'hint', rangeOf(element, 'alt'), text)
    }
    const part = byId.get(cidOf(attribute(element, 'src') ?? '')?.toLowerCase() ?? '')
    if ((part?.width ?? 0) > usualWidth && attribute(element, 'width') === undefined) {
      const text = `${part!.name} is ${part!.width} pixels wide and has no width attribute, so Outlook shows it at full width. Add the attribute.`
      list.add(`width ${part!.contentId}`, 'hint', element.range, text)
    }
  }
  const isAnyUsed = [...used].some((id) => id.includes('{{'))
  const findings = images.flatMap((part): Finding[] => {
    const id = `image ${part.contentId}`
    const poor = poorTypes[part.contentType]
    return [
      ...(isAnyUsed || used.has(part.contentId.toLowerCase())
        ? []
        : [
            fieldFinding(
              `${id} unused`,
              'warning',
              'files',
              `The message does not show the inline image ${part.name}. Insert it, or remove the file.`,
            ),
          ]),
      ...(poor ? [fieldFinding(`${id} type`, 'warning', 'files', `${poor}: ${part.name}. Use PNG or JPEG.`)] : []),
    ]
  })
  return [...list.findings(), ...findings]
}

function sourceProblem(src: string | undefined, range: Range, list: Grouped): void {
  const source = (src ?? '').trim()
  if (source === '' || /^cid:$/i.test(source)) {
    list.add('src', 'error', range, 'An image has no source. Add one, or remove the image.')
    return
  }
  if (/^(?:cid:|\{\{)/i.test(source) || isForeignPlaceholder(source)) return
  if (/^data:/i.test(source)) {
    list.add(
      'data',
      'warning',
      range,
      'An image is embedded in the HTML (data:), and Gmail doesn’t show it. Add the image as a file.',
    )
  } else if (/^http:/i.test(source)) {
    list.add(
      'http',
      'warning',
      range,
      'An image is loaded without encryption (http). Some mail programs don’t show it. Use https, or add the image as a file.',
    )
  } else if (!/^https:\/\//i.test(source)) {
    const text = `An image has an incomplete address: ${shortened(source)}. Begin it with https://, or add the image as a file.`
    list.add(`relative ${source}`, 'error', range, text)
  }
  const host = hostOf(source)
  if (host !== '' && !host.includes('{{') && isPrivate(host)) {
    const text = `An image is at ${shortened(host)}, which readers can’t reach. Add it as a file.`
    list.add(`private ${host}`, 'error', range, text)
  } else if (isSampleHost(host)) {
    list.add(
      `sample ${host}`,
      'warning',
      range,
      `An image is at ${host}, which is only a placeholder. Enter the real address.`,
    )
  }
  const [, ending = ''] = /^https?:[^?#]{1,3000}\.([a-z]{3,4})(?:[?#]|$)/i.exec(source) ?? []
  const poor = poorTypes[typeOfEnding[ending.toLowerCase()] ?? '']
  if (poor) list.add(`type ${ending}`, 'warning', range, `${poor}: ${shortened(source)}. Use PNG or JPEG.`)
}

/** Returns the content ids that images, backgrounds and styles refer to. */
function referencesOf(tree: MailTree): { id: string; range: Range }[] {
  const found: { id: string; range: Range }[] = []
  for (const { text, from, to } of tree.comments) {
    if (!/^\[if\s/i.test(text)) continue
    for (const [, id] of text.matchAll(/["'(]cid:([^"')\s>]{1,300})/gi))
      found.push({ id: decoded(id!), range: { from, to } })
  }
  for (const element of tree.elements) {
    for (const name of ['src', 'background', 'poster', 'data', 'href']) {
      const id = cidOf(attribute(element, name) ?? '')
      if (id !== undefined) found.push({ id, range: rangeOf(element, name) })
    }
  }
  for (const piece of tree.css) {
    if (piece.kind !== 'declaration') continue
    for (const [, id] of piece.value.matchAll(/url\(\s{0,9}["']?cid:([^"')\s]{1,300})/gi)) {
      found.push({ id: decoded(id!), range: { from: piece.from, to: piece.to } })
    }
  }
  return found
}

function cidOf(source: string): string | undefined {
  const [, id] = /^\s{0,9}cid:(.{1,300})$/i.exec(source) ?? []
  return id === undefined ? undefined : decoded(id.trim())
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
