// Created from world-atlas (Natural Earth, public domain) by scripts/make-country-map.ts.
import map from '#data/country-map.json' with { type: 'json' }

/** Countries as SVG paths, equirectangular: x is longitude + 180 and y is 90 - latitude, both in quarters of a degree. */
export const shapes: Readonly<Record<string, string>> = map.shapes

/** Countries that are too small for a shape. */
export const dots: Readonly<Record<string, { readonly x: number; readonly y: number }>> = map.dots
