import type { Page } from '@playwright/test'
import { listenElsewhere, refusedByMailFrame } from './support/elsewhere.ts'
import { expect, test, type AppUnderTest } from './support/fixtures.ts'
import { inBoxes, loudOnes, middles } from './support/hostile-groups.ts'
import { hostileLinks } from './support/hostile-links.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

/** All known ways for markup to run code or fetch something. Code that runs sets `globalThis.ran`. */
function hostileMarkup(url: string): string[] {
  const run = `globalThis.ran=top.ran=1`
  return [
    `<script>${run}</script>`,
    `<script src="${url}"></script>`,
    `<img src=x onerror="${run}"><svg onload="${run}"></svg><body onload="${run}">`,
    `<details open ontoggle="${run}"><input autofocus onfocus="${run}"></details>`,
    `<iframe src="${url}"></iframe><iframe srcdoc="<script>${run}</script>"></iframe>`,
    `<object data="${url}"></object><embed src="${url}"><applet code="${url}"></applet>`,
    `<meta http-equiv="refresh" content="0;url=${url}">`,
    `<base href="${url}"><img src="a.png"><link rel="stylesheet" href="b.css">`,
    `<link rel="stylesheet" href="${url}"><link rel="prefetch" href="${url}"><link rel="preconnect" href="${url}"><link rel="dns-prefetch" href="${url}">`,
    `<style>@import "${url}"; @font-face{font-family:f;src:url(${url})} p{background:url(${url});font-family:f}</style><p>x</p>`,
    `<p style="background-image:url('${url}');list-style:url(${url});cursor:url(${url}),auto">x</p>`,
    `<img src="${url}" srcset="${url} 1x, ${url} 2x"><picture><source srcset="${url}"><img src="${url}"></picture>`,
    `<video autoplay src="${url}" poster="${url}"></video><audio autoplay src="${url}"></audio><track src="${url}">`,
    `<table background="${url}"><tr><td background="${url}">x</td></tr></table><body background="${url}">`,
    `<svg><image href="${url}" xlink:href="${url}"/><use href="${url}#a"/><script href="${url}"/><feImage href="${url}"/></svg>`,
    `<svg><style>@import url(${url});</style><foreignObject><img src="${url}"></foreignObject></svg>`,
    `<math href="${url}"><annotation-xml encoding="text/html"><img src="${url}" onerror="${run}"></annotation-xml></math>`,
    `<form action="${url}" id="g"><input name="a"></form><button form="g" formaction="${url}" autofocus>x</button>`,
    `<a href="javascript:${run}">x</a><a href="data:text/html,<script>${run}</script>">y</a>`,
    `<noscript><p title="</noscript><img src=${url} onerror=${run}>">x</p></noscript>`,
    `<math><mtext><table><mglyph><style><!--</style><img title="--><img src=${url} onerror=${run}>"></mglyph></table></mtext></math>`,
    `<template shadowrootmode="open"><img src="${url}"><style>:host{background:url(${url})}</style></template>`,
    `<mailroom-run contenteditable onfocus="${run}" style="background:url(${url})" tabindex="0">x</mailroom-run>`,
    `<img data-mailroom-place src="${url}" lowsrc="${url}" dynsrc="${url}" longdesc="${url}">`,
    `<input type="image" src="${url}"><isindex action="${url}"><frameset><frame src="${url}"></frameset>`,
    `<!--[if gte IE 5]><img src="${url}"><![endif]--><![if true]><img src="${url}"><![endif]>`,
  ]
}

/** Clicks and presses keys in each fragment, as a user who edits them would. */
async function poke({ page, pages: { body } }: AppUnderTest, fragments: number): Promise<void> {
  const { iframe } = body
  await iframe.scrollIntoViewIfNeeded()
  await expect(iframe).toBeInViewport({ ratio: 1 })
  const box = await iframe.boundingBox()
  if (!box) return
  for (const { x, y } of middles(fragments, box)) {
    await page.mouse.click(x, y)
    await page.mouse.click(x, y, { button: 'middle' })
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
}

test('a hostile message runs and fetches nothing, in any editor and when it is pasted', async ({ app }) => {
  test.slow()
  app.expectError(refusedByMailFrame)
  app.expectError(/Blocked form submission|Refused to/)
  const { page } = app
  const { body } = app.pages
  const elsewhere = await listenElsewhere()
  const opened: Page[] = []
  page.context().on('page', (other) => opened.push(other))
  try {
    await body.start()
    const where = page.url()
    let before = 0
    /** What has happened since the last call. */
    const reaction = async (html: string) => {
      const now = await elsewhere.settled()
      const connections = now - before
      before = now
      const ran = await page.evaluate(() => {
        const hasRun = 'ran' in globalThis
        Reflect.deleteProperty(globalThis, 'ran')
        return hasRun
      })
      const tabs = opened.splice(0)
      // A tab that cannot be loaded would keep retrying.
      for (const tab of tabs) await tab.close()
      const url = page.url()
      const isQuiet = connections === 0 && tabs.length === 0 && !ran && url === where
      return { html, connections, tabs: tabs.map((tab) => tab.url()), ran, url, isQuiet }
    }
    const edit = async (fragments: readonly string[]) => {
      const html = inBoxes(fragments)
      await body.writeCode(`<p>Before</p>${html}<p>After</p>`)
      await body.choose('In place')
      await expect(body.mail.locator('body')).toContainText('Before')
      await poke(app, fragments.length)
      await body.choose('Ordinary')
      await expect(body.ordinary.or(body.iframe)).toBeVisible()
      return reaction(html)
    }
    const all = [...hostileMarkup(elsewhere.url), ...hostileLinks(elsewhere.url)]
    await test.step('in every editor', async () => {
      expect(await loudOnes(all, edit)).toEqual([])
      expect(await edit([all.join('\n')])).toMatchObject({ isQuiet: true })
    })
    await test.step('pasted into the ordinary editor', async () => {
      await body.writeCode('<p>Start</p>')
      await body.choose('Ordinary')
      await expect(body.ordinary).toContainText('Start')
      const paste = async (fragments: readonly string[]) => {
        const html = fragments.join('\n')
        await body.ordinary.focus()
        await body.paste(body.ordinary, { 'text/html': html, 'text/plain': 'x' })
        return reaction(html)
      }
      expect(await loudOnes(all, paste)).toEqual([])
      const left = await body.ordinary.evaluate(
        (element) => element.querySelectorAll('script, iframe, style, object').length,
      )
      expect(left).toBe(0)
    })
    expect(await elsewhere.settled()).toBe(0)
  } finally {
    elsewhere.close()
  }
})

test('a message whose fields and images have names of properties is shown and edited like any other', async ({
  app,
}) => {
  app.expectError(refusedByMailFrame)
  const { body, preview } = app.pages
  const ofElements =
    'attributes children childNodes parentNode parentElement nodeName localName namespaceURI innerHTML outerHTML ' +
    'textContent firstChild firstElementChild nextElementSibling remove removeAttribute setAttribute getAttribute ' +
    'hasAttribute matches closest contains querySelectorAll style dataset tabIndex focus ownerDocument'
  const ofDocuments =
    'documentElement head body defaultView write open getSelection createRange createElement createTreeWalker ' +
    'getElementsByTagName querySelector querySelectorAll activeElement hasFocus removeEventListener'
  const html = [
    '<p>Before</p><form id="answers" action="https://shop.example/answer">Answer:',
    ...ofElements.split(' ').flatMap((name) => [`<input name="${name}">`, `<img id="${name}" alt="">`]),
    '<button name="nodeType">Send</button></form>',
    ...ofDocuments
      .split(' ')
      .flatMap((name) => [`<img name="${name}" alt="">`, `<form name="${name}">In a form</form>`]),
    '<p>After</p>',
  ].join('\n')
  await body.start()
  await body.writeCode(html)
  await test.step('in the preview', async () => {
    await expect(preview.content.locator('body')).toContainText('After')
    await expect(preview.content.locator('form').first()).toContainText('Answer:')
    await expect(preview.content.locator('[action], [data-mailroom-link=form]')).toHaveCount(1)
  })
  await test.step('in place', async () => {
    await body.choose('In place')
    await body.run('Answer:').click()
    await app.page.keyboard.type('Your ')
    await app.page.keyboard.press('Escape')
    await body.run('After').click()
    await app.page.keyboard.press('Escape')
    await body.choose('Code')
    await expect(body.code).toContainText('Your')
  })
})

test('a message of 20,000 nested elements is refused with an error message, and can still be edited', async ({
  app,
}) => {
  app.expectError(refusedByMailFrame)
  const { page } = app
  const { body, preview } = app.pages
  await body.start()
  for (const tag of ['div', 'b', 'font color=red', 'table']) {
    const name = tag.split(' ')[0]!
    await body.writeCode(`<p>Before</p>${`<${tag}>`.repeat(20_000)}x${`</${name}>`.repeat(20_000)}`)
    await expect(preview.region).toContainText(/unusually deep nesting|unusually large/)
    await body.choose('In place')
    await expect(page.getByText('This message is too large to be edited in place')).toBeVisible()
    await body.writeCode('<p>Start</p>')
    await expect(preview.content.locator('body')).toContainText('Start')
  }
})
