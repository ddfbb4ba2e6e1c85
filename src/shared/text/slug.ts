import { decomposed } from './decomposed.ts'

const accents = /[\u0300-\u036f]/g

/**
 * Converts a name to the form used in an address or a `TEMPLATE` option: `Order – Été 2026` becomes `order-ete-2026`.
 */
export function slug(name: string): string {
  return decomposed(name)
    .replace(accents, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '')
}
