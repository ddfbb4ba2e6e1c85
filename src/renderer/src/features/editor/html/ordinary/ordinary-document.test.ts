import type { Node } from 'prosemirror-model'
import { expect, test } from 'vitest'
import { finished } from '#shared/domain/base/finished.ts'
import { realMail } from '#test/support/mails/real-mails.ts'
import { type MarkupElement, type MarkupNode, parseMarkup } from '../../../markup/index.ts'
import { buttonHtml } from './button-html.ts'
import { OrdinaryDocument } from './ordinary-document.ts'
import { schema } from './schema.ts'
import { blockHtml } from './to-html.ts'

function rootOf(html: string): MarkupElement {
  const markup = parseMarkup(html)
  if (markup.isTooLarge) throw new Error('The text is too large.')
  return markup.root
}

function opened(html: string) {
  const document = new OrdinaryDocument()
  const reading = finished(document.read(html, rootOf(html)))
  if ('reason' in reading) throw new Error(reading.reason)
  return { document, doc: schema.node('doc', null, [...reading.blocks]) }
}

/** The message as a reader sees it: spaces as displayed, and inline elements as the formats of each character. */
function seen(node: MarkupNode): unknown {
  if (node.kind === 'comment') return []
  if (node.kind === 'text') return node.text.replace(/[ \t\r\n\f]+/g, ' ')
  const children = node.children.map(seen).filter((child) => child !== ' ')
  const merged: unknown[] = []
  for (const child of children) {
    const last = merged.at(-1)
    if (typeof child === 'string' && typeof last === 'string') merged[merged.length - 1] = last + child
    else merged.push(child)
  }
  const trimmed = merged.map((child, index) => {
    if (typeof child !== 'string') return child
    const start = index === 0 ? child.replace(/^ /, '') : child
    return index === merged.length - 1 ? start.replace(/ $/, '') : start
  })
  const attributes = node.attributes.map(({ name, value }) => `${name}=${value}`).sort()
  return [node.name, attributes, trimmed]
}

const blocks = [
  '<p style="margin:0">Hi {{ firstName }}, <b>bold <i>both</i></b> and <a href="https://a.example/?x=1&amp;y=2" target="_blank">a link</a>.</p>',
  '<h2 class="x" align="center">Title &amp; more</h2>',
  '<ul><li>One</li><li>Two<ul><li>Inner</li></ul></li></ul>',
  '<ol start="3" type="a"><li><p>Para</p><p>Second</p></li></ol>',
  '<blockquote>said<p>someone</p></blockquote>',
  '<div>Line one<br>line two<br></div>',
  '<p><img src="cid:logo" alt="" width="120" style="display:block"></p>',
  '<table border="1"><tbody><tr><th>A</th><td>B <b>c</b></td></tr><tr><th>D</th><td>E</td></tr></tbody></table>',
  '<hr style="border:0">',
  '<p><span style="color:#f00">red <span class="y">both</span></span> H<sub>2</sub>O</p>',
  '<p>A&nbsp;b &copy; 2026 &lt;x&gt; "q"</p>',
  buttonHtml({ label: 'Buy & go', href: 'https://a.example/?a=1&b="2"', color: '#008866' }),
]

test.each(blocks)('a block is written back as the same document: %s', (html) => {
  const { doc } = opened(html)
  expect(doc.childCount).toBe(1)
  expect(doc.firstChild!.type.name).not.toBe('island')
  expect(seen(rootOf(blockHtml(doc.firstChild!)))).toEqual(seen(rootOf(html)))
})

const letter = realMail('letter')
const page = `<!DOCTYPE html>\r\n<HTML lang=en>\n<body  style='margin:0' >\n<DIV class="wrap">\n<h1>One</h1>  \n<p>Two &copy two<p>Three</p>\n<!-- kept -->\n<custom-box>Box</custom-box>\n<P ALIGN=center>Four words of it, and some more text to read.</P>\n</DIV></body ></HTML>\n`

test.each([letter, page, blocks.join('\n'), '<p>one</p>', 'only text', '  \n'])(
  'opening and closing changes not one byte: %s',
  (html) => {
    const { document, doc } = opened(html)
    expect(document.write(doc, '')).toBe(html)
  },
)

test('an edit changes the source of its own block alone', () => {
  const { document, doc } = opened(page)
  const index = doc.children.findIndex((node) => node.textContent === 'Three')
  const edited = schema.node('paragraph', doc.child(index).attrs, [schema.text('3')])
  const next = schema.node('doc', null, doc.children.with(index, edited))
  expect(document.write(next, '')).toBe(page.replace('<p>Three</p>\n', '<p>3</p>\n'))
})

test('what is not understood is an island, and stays as it is', () => {
  const { doc } = opened(page)
  const islands = doc.children.filter((node) => node.type.name === 'island').map((node) => String(node.attrs['html']))
  expect(islands.map((html) => html.trim())).toEqual(['<!-- kept -->', '<custom-box>Box</custom-box>'])
})

test.each(['outlook', 'newsletter', 'hybrid', 'uppercase', 'minified'])(
  '%s is not ordinary, and a sentence says why',
  (name) => {
    const html = realMail(name)
    expect(finished(new OrdinaryDocument().read(html, rootOf(html)))).toEqual({ reason: expect.stringMatching(/\.$/) })
  },
)

test('blocks that did not change keep their nodes when the source is read again', () => {
  const html = '<p>a</p><p>b</p><p>c</p>'
  const { document, doc } = opened(html)
  const next = html.replace('b', 'B')
  const reading = finished(document.read(next, rootOf(next), doc.children))
  const kept = (node: Node) => doc.children.includes(node)
  expect('blocks' in reading && reading.blocks.map(kept)).toEqual([true, false, true])
})

test('a new message gets a document around it, and an empty one stays empty', () => {
  const { document, doc } = opened('')
  expect(document.write(doc, 'T')).toBe('')
  const hello = schema.node('doc', null, [schema.node('paragraph', null, [schema.text('Hello  you')])])
  const html = document.write(hello, 'Fish & chips')
  expect(html).toContain('<html lang="en">')
  expect(html).toContain('<title>Fish &amp; chips</title>')
  expect(html).toContain('<p>Hello &nbsp;you</p>')
})
