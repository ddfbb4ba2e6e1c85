import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import BarChart from '../../src/renderer/src/lib/charts/BarChart.svelte'

const barsOf = (labels: string) => [...labels].map((label, at) => ({ label, value: at + 1 }))
const spoken = page.getByRole('status')

test('a bar chosen by keyboard stays chosen when the bars change, and the last one stays the last', async () => {
  const given = { label: 'Letters', number: String }
  const chart = await render(BarChart, { ...given, bars: barsOf('abc') })
  page.getByRole('application').element().focus()
  await userEvent.keyboard('{End}{ArrowLeft}')
  await expect.element(spoken).toHaveTextContent('b: 2')
  await chart.rerender({ bars: barsOf('xyzb') })
  await expect.element(spoken).toHaveTextContent('b: 4')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(spoken).toHaveTextContent('z: 3')

  await userEvent.keyboard('{End}')
  await chart.rerender({ bars: barsOf('pqrstu') })
  await expect.element(spoken).toHaveTextContent('u: 6')
  await chart.rerender({ bars: barsOf('x') })
  await expect.element(spoken).toHaveTextContent('x: 1')
})
