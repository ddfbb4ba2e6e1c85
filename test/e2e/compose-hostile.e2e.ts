import { once } from 'node:events'
import { connect } from 'node:net'
import { listenElsewhere, refusedByMailFrame } from './support/elsewhere.ts'
import { expect, test, type AppUnderTest } from './support/fixtures.ts'
import { hostileLinks } from './support/hostile-links.ts'
import { onEmptySandbox } from './support/sandbox-program.ts'

test.use(onEmptySandbox)

/** Every way we know for markup to run or to fetch by itself. What runs sets `globalThis.ran`. */
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
    `<form action="${url}" id="f"><input name="a"></form><button form="f" formaction="${url}" autofocus>x</button>`,
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

/** Clicks and presses what is shown, as somebody would who edits it. */
async function poke({ page, pages: { body } }: AppUnderTest): Promise<void> {
  const { iframe } = body
  const box = await iframe.boundingBox()
  if (!box) return
  await page.mouse.click(box.x + box.width / 2, box.y + 40)
  await page.mouse.click(box.x + 20, box.y + 20, { button: 'middle' })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
}

test('nothing of a hostile message runs or fetches, in any editor and when it is pasted', async ({ app }) => {
  test.slow()
  app.expectError(refusedByMailFrame)
  app.expectError(/Blocked form submission|Refused to/)
  const { page } = app
  const { body } = app.pages
  const elsewhere = await listenElsewhere()
  const opened: string[] = []
  page.context().on('page', (other) => opened.push(other.url()))
  try {
    await body.start()
    const where = page.url()
    const state = async () => ({
      connections: elsewhere.connections(),
      opened,
      ran: await page.evaluate(() => 'ran' in globalThis),
      url: page.url(),
    })
    const quiet = { connections: 0, opened: [], ran: false, url: where }
    const all = [...hostileMarkup(elsewhere.url), ...hostileLinks(elsewhere.url)]
    for (const html of [...all, all.join('\n')]) {
      await test.step(html.slice(0, 80), async () => {
        await body.writeCode(`<p>Before</p>${html}<p>After</p>`)
        await body.choose('In place')
        await expect(body.mail.locator('body')).toContainText('Before')
        await poke(app)
        expect({ html, ...(await state()) }).toEqual({ html, ...quiet })
        await body.choose('Ordinary')
        await expect(body.ordinary.or(body.iframe)).toBeVisible()
        expect({ html, ...(await state()) }).toEqual({ html, ...quiet })
      })
    }
    await test.step('pasted into the ordinary editor', async () => {
      await body.writeCode('<p>Start</p>')
      await body.choose('Ordinary')
      await expect(body.ordinary).toContainText('Start')
      for (const html of all) {
        await body.ordinary.focus()
        await body.paste(body.ordinary, { 'text/html': html, 'text/plain': 'x' })
        expect({ html, ...(await state()) }).toEqual({ html, ...quiet })
      }
      const left = await body.ordinary.evaluate(
        (element) => element.querySelectorAll('script, iframe, style, object').length,
      )
      expect(left).toBe(0)
    })
    // Any connection that began before this one would also arrive before it.
    await once(connect(elsewhere.port, '127.0.0.1'), 'close')
    expect(elsewhere.connections()).toBe(1)
  } finally {
    elsewhere.close()
  }
})
