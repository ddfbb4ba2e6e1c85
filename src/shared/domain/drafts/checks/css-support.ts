// From the data of caniemail.com (MIT), by scripts/make-caniemail.ts.
import table from '#data/css-support.json' with { type: 'json' }

/** Common mail programs. The letters below count them: `a` is the first. */
export const cssClients: readonly string[] = table.clients

/** The mail programs that drop a part of CSS, by what it is and its name. */
export const cssSupport: Readonly<Record<string, string>> = table.css

/** The mail programs that drop an element. */
export const elementSupport: Readonly<Record<string, string>> = table.elements
