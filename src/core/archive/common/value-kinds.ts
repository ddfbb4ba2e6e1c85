/** Kinds of values that are counted per day, except metadata keys, which are counted only in total. */
export const valueKinds = { state: 0, domain: 1, tag: 2, from: 3, key: 4, metaKey: 5 } as const
export type ValueKind = (typeof valueKinds)[keyof typeof valueKinds]
