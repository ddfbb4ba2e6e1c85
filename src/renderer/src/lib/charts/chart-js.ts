import { BarController, BarElement, CategoryScale, Chart, LinearScale } from 'chart.js'

// Registers only the parts in use: the complete library would be three times as large.
Chart.register(BarController, BarElement, CategoryScale, LinearScale)

/** A series’ values, bar by bar; several series are stacked. */
export type Series = { readonly values: readonly number[]; readonly color: string }

export type Bars = {
  readonly labels: readonly string[]
  readonly series: readonly Series[]
  /** The value at the top edge. */
  readonly top: number
  /** Pixels above `top` that keep the parts of the highest bar visible even if they are smaller than a pixel. */
  readonly headroom: number
}

/** In a stack, a missing part gets no minimum length. */
function drawn(values: readonly number[], series: number): number[] {
  return values.map((value) => (series > 1 && value === 0 ? NaN : value))
}

/**
 * Whether `updateBars` can show the series. Chart.js keeps the colours that it has painted, so different colours need a new
 * chart.
 */
export function isAlike(chart: Chart, series: readonly Series[]): boolean {
  const { datasets } = chart.data
  return datasets.length === series.length && series.every(({ color }, at) => datasets[at]!.backgroundColor === color)
}

/** Shows different bars in a compatible chart: creating a new chart would take three times as long. */
export function updateBars(chart: Chart, { labels, series, top }: Bars): void {
  chart.data.labels = [...labels]
  for (const [at, { values }] of series.entries()) chart.data.datasets[at]!.data = drawn(values, series.length)
  chart.options.scales!['y']!.max = top
  chart.update('none')
}

export function drawBars(canvas: HTMLCanvasElement, { labels, series, top, headroom }: Bars): Chart {
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: [...labels],
      datasets: series.map(({ values, color }) => ({
        data: drawn(values, series.length),
        backgroundColor: color,
        barPercentage: 0.9,
        categoryPercentage: 1,
        clip: headroom,
        // Keeps a few failures visible among thousands. A stack of many series would consist only of minimum lengths.
        ...(series.length <= 3 && { minBarLength: 1 }),
      })),
    },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      events: [],
      layout: { padding: { top: headroom } },
      scales: {
        x: { display: false, stacked: true },
        y: { display: false, stacked: true, beginAtZero: true, max: top },
      },
    },
  })
}
