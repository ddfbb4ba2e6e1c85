import type { Page } from '@playwright/test'

/** Collects the errors that a page throws or writes to its console. */
export class PageProblems {
  readonly console: string[] = []
  readonly expected: RegExp[] = []
  readonly #errors: string[] = []

  watch(page: Page): void {
    page.on('pageerror', (error) => this.#errors.push(error.stack ?? error.message))
    page.on('console', (message) => {
      this.console.push(`${message.type()}: ${message.text()}`)
      if (message.type() === 'error') this.#errors.push(`${message.text()} (${message.location().url})`)
    })
  }

  /** Clears all errors, for the next test in the same page. */
  clear(): void {
    for (const list of [this.console, this.expected, this.#errors]) list.length = 0
  }

  unexpected(): string[] {
    return this.#errors.filter((error) => !this.expected.some((pattern) => pattern.test(error)))
  }
}
