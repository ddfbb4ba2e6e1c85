import { inflateSync } from 'node:zlib'

/** The text of a PDF printed by Chromium, in drawing order, without blanks. */
export function textOfPdf(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, Map<number, string>>()
  for (const [id, { head }] of objects) {
    const unicode = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1]
    // Chromium names a font after its object number.
    if (unicode) fonts.set(`F${id}`, glyphsIn(objects.get(Number(unicode))?.body ?? ''))
  }
  return [...objects.values()].map(({ body }) => (body.includes('BT\n') ? drawnText(body, fonts) : '')).join('')
}

type PdfObject = { readonly head: string; readonly body: string }

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const start = match.index + match[0].length
    const end = text.indexOf('endobj', start)
    const stream = text.indexOf('stream\n', start)
    const isStream = stream >= 0 && stream < end
    const head = text.slice(start, isStream ? stream : end)
    objects.set(Number(match[1]), { head, body: isStream ? inflated(pdf, { head, from: stream + 7 }) : '' })
  }
  return objects
}

function inflated(pdf: Buffer, { head, from }: { head: string; from: number }): string {
  const bytes = pdf.subarray(from, from + Number(/\/Length (\d+)/.exec(head)?.[1]))
  if (!head.includes('/FlateDecode') || head.includes('/Image') || head.includes('/Length1')) return ''
  return inflateSync(bytes).toString('latin1')
}

/** The characters that the glyphs of a font represent. */
function glyphsIn(table: string): Map<number, string> {
  const glyphs = new Map<number, string>()
  const letters = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  for (const [, from, to, first] of table.matchAll(/<([\dA-F]{4})> <([\dA-F]{4})> <([\dA-F]{4})>/gi)) {
    for (let glyph = parseInt(from!, 16); glyph <= parseInt(to!, 16); glyph++) {
      glyphs.set(glyph, String.fromCodePoint(parseInt(first!, 16) + glyph - parseInt(from!, 16)))
    }
  }
  for (const [, glyph, text] of table.matchAll(/^<([\dA-F]{4})> <([\dA-F]{4,})>$/gim)) {
    glyphs.set(parseInt(glyph!, 16), letters(text!))
  }
  return glyphs
}

function drawnText(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string {
  let text = ''
  let font: ReadonlyMap<number, string> | undefined
  for (const [, name, hex] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([\dA-F]+)>/gi)) {
    if (name) font = fonts.get(name)
    for (const glyph of hex?.match(/.{4}/g) ?? []) text += font?.get(parseInt(glyph, 16)) ?? ''
  }
  return text.replace(/\s+/g, '')
}
