import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { refusedByMailFrame } from './support/elsewhere.ts'
import { expect, test } from './support/fixtures.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

// The preview beside the body is also a mail frame.
test.beforeEach(({ app }) => app.expectError(refusedByMailFrame))

/** The HTML of the only draft, read from the disk. */
async function savedHtml(dataFolder: string): Promise<string> {
  const drafts = join(dataFolder, 'compose', 'drafts')
  const [id] = await readdir(drafts)
  return (JSON.parse(await readFile(join(drafts, id!, 'content.json'), 'utf8')) as { content: { html: string } })
    .content.html
}

// Other features of the body are tested in test/components/editor.
test('a pasted image is inserted into the message and shown', async ({ app }) => {
  const { dataFolder } = app
  const { body } = app.pages
  await body.start()
  await body.ordinary.click()
  await body.pasteImage(body.ordinary, 'red dot.png')
  await expect.poll(() => savedHtml(dataFolder)).toMatch(/<img src="cid:[^"]+" alt="red dot" width="1">/)
  await expect(body.ordinary.getByRole('img', { name: 'red dot' })).toHaveAttribute('src', /^data:image\/png;base64,/)
})
