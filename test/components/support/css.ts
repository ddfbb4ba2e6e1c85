import { locators, type Locator } from 'vitest/browser'

declare module 'vitest/browser' {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- Only an interface can be extended.
  interface LocatorSelectors {
    css(selector: string): Locator
  }
}

locators.extend({ css: (selector: string) => selector })
