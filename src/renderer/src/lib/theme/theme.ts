/** The user’s choice. `system` follows the platform; the `data-theme` attribute is then absent. */
export type ThemeChoice = 'light' | 'dark' | 'system'
export type Density = 'compact' | 'comfortable'

export function applyTheme(choice: ThemeChoice, root: HTMLElement = document.documentElement): void {
  if (choice === 'system') root.removeAttribute('data-theme')
  else root.dataset.theme = choice
}

export function applyDensity(density: Density, root: HTMLElement = document.documentElement): void {
  root.dataset.density = density
}

/**
 * Returns the painted colours of custom properties ("--state-delivered"), as `rgb(…)`. A canvas cannot read
 * `light-dark()`, so probe elements let the browser resolve them for the current theme. All are resolved together,
 * because each reading recomputes styles.
 */
export function resolveColors(properties: readonly string[], within: HTMLElement = document.body): string[] {
  const probes = properties.map((property) => {
    const probe = document.createElement('span')
    probe.style.color = `var(${property})`
    probe.hidden = true
    return probe
  })
  within.append(...probes)
  const colors = probes.map((probe) => getComputedStyle(probe).color)
  for (const probe of probes) probe.remove()
  return colors
}

/**
 * Calls back whenever the painted theme may have changed, through the `data-theme` attribute or the system’s settings.
 */
export function onThemeChange(changed: () => void): () => void {
  const queries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)'].map((query) => matchMedia(query))
  for (const query of queries) query.addEventListener('change', changed)
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => {
    for (const query of queries) query.removeEventListener('change', changed)
    observer.disconnect()
  }
}
