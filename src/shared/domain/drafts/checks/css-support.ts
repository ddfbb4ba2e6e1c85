// Created from caniemail.com data (MIT) by scripts/make-caniemail.ts.
import table from '#data/css-support.json' with { type: 'json' }

/** Common mail programs. In the tables below, each letter represents one of them: `a` is the first. */
export const cssClients: readonly string[] = table.clients

/** The mail programs that drop a CSS feature, keyed by the feature’s kind and name. */
export const cssSupport: Readonly<Record<string, string>> = table.css

/** The mail programs that drop an element. */
export const elementSupport: Readonly<Record<string, string>> = table.elements
