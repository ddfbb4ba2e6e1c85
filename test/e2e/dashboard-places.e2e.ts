import { violations } from './support/axe.ts'
import { expect } from './support/fixtures.ts'
import { historyTest as test } from './support/shop.ts'

test('the map of places separates its cities, and can be zoomed, moved and enlarged', async ({ app }) => {
  const { page } = app
  const { shell, dashboard, places } = app.pages
  await shell.open('dashboard?q=last:7d')
  await expect(places.countries).not.toHaveCount(0)
  await places.map.scrollIntoViewIfNeeded()
  await expect(places.map).toHaveAttribute('viewBox', /^0 20 1440/)

  await test.step('a map whose shapes did not load shows its cities, and the countries after a retry', async () => {
    app.expectError(/countries|Failed to fetch dynamically imported module|ERR_FAILED/)
    await page.route('**/assets/countries-*', (route) => route.abort())
    await page.reload()
    await expect(places.notLoaded).toBeVisible()
    expect((await places.dots()).length).toBeGreaterThan(1)
    await page.unroute('**/assets/countries-*')
    await places.tryAgain.click()
    await expect(places.countries).not.toHaveCount(0)
    await expect(places.notLoaded).toBeHidden()
    await page.keyboard.press('Tab')
    await expect(places.countries.first()).toBeFocused()
    await places.map.scrollIntoViewIfNeeded()
  })

  const onWholeMap = await places.dots()

  await test.step('no dot covers another one', async () => {
    expect(onWholeMap.length).toBeGreaterThan(1)
    // The browser rounds to fractions of a pixel.
    const covered = onWholeMap.filter((dot, at) =>
      onWholeMap.slice(at + 1).some(({ x, y, radius }) => Math.hypot(x - dot.x, y - dot.y) < radius + dot.radius - 0.5),
    )
    expect(covered).toEqual([])
  })

  await test.step('the keyboard zooms at the focused country, and the cities move apart', async () => {
    const germany = places.country('Germany')
    await germany.focus()
    await germany.press('+')
    await germany.press('+')
    await germany.press('+')
    await expect.poll(places.degrees.bind(places)).toBe(45)
    expect((await places.dots()).length).toBeGreaterThan(onWholeMap.length)
    await expect(germany).toBeFocused()
    await germany.press('0')
    await expect.poll(places.degrees.bind(places)).toBe(360)
  })

  await test.step('the pointer moves a zoomed map, and a click still chooses a country', async () => {
    await places.zoomIn.click()
    await places.zoomIn.click()
    const before = await places.left()
    const { x, y, width, height } = (await places.map.boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width / 2 + 80, y + height / 2, { steps: 4 })
    await page.mouse.up()
    expect(await places.left()).toBeLessThan(before)
    await places.whole.click()
    // A city’s dot is in the middle, and must not block the click.
    const germany = (await places.country('Germany').boundingBox())!
    await page.mouse.click(germany.x + germany.width / 2, germany.y + germany.height / 2)
    await expect(places.panel.getByRole('button', { name: 'Germany', expanded: true })).toBeVisible()
  })

  await test.step('the enlarged map fills the space', async () => {
    const small = (await places.map.boundingBox())!
    await dashboard.enlarge('Places').click()
    await expect.poll(async () => (await places.map.boundingBox())?.height ?? 0).toBeGreaterThan(small.height * 1.3)
    const panel = (await places.panel.boundingBox())!
    const large = (await places.map.boundingBox())!
    expect(large.x + large.width).toBeLessThan(panel.x + panel.width)
    expect(await violations(page)).toEqual([])
  })
})
