import { BarController, BarElement, CategoryScale, Chart, LinearScale } from 'chart.js'

// Only what is drawn: the whole library would be three times as large.
Chart.register(BarController, BarElement, CategoryScale, LinearScale)

/** The values of one series, bar by bar; several series are stacked. */
export type Series = { readonly values: readonly number[]; readonly color: string }

export function drawBars(canvas: HTMLCanvasElement, labels: readonly string[], series: readonly Series[]): Chart {
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: [...labels],
      datasets: series.map(({ values, color }) => ({
        data: [...values],
        backgroundColor: color,
        barPercentage: 0.9,
        categoryPercentage: 1,
        // A stack of many series would be all least lengths.
        ...(series.length === 1 && { minBarLength: 1 }),
      })),
    },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      events: [],
      layout: { padding: 0 },
      scales: {
        x: { display: false, stacked: true },
        y: { display: false, stacked: true, beginAtZero: true },
      },
    },
  })
}
