import { BarController, BarElement, CategoryScale, Chart, LinearScale } from 'chart.js'

// Only what is drawn: the whole library would be three times as large.
Chart.register(BarController, BarElement, CategoryScale, LinearScale)

export function drawBars(
  canvas: HTMLCanvasElement,
  bars: readonly { label: string; value: number }[],
  color: string,
): Chart {
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels: bars.map((bar) => bar.label),
      datasets: [
        {
          data: bars.map((bar) => bar.value),
          backgroundColor: color,
          barPercentage: 0.9,
          categoryPercentage: 1,
          minBarLength: 1,
        },
      ],
    },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      events: [],
      layout: { padding: 0 },
      scales: { x: { display: false }, y: { display: false, beginAtZero: true } },
    },
  })
}
