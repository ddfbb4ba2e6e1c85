const counterBits = 20
const perSecond = 2 ** counterBits

/** The smallest message id of a second. Plain arithmetic: shifts in JavaScript end at 32 bits. */
export const firstIdOf = (second: number): number => second * perSecond
export const secondOf = (id: number): number => Math.floor(id / perSecond)
export const dayOf = (id: number): number => Math.floor(secondOf(id) / 86_400)

/** Months since January 1970. */
export function monthOfDay(day: number): number {
  const date = new Date(day * 86_400_000)
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth()
}
export const firstDayOfMonth = (month: number): number =>
  Date.UTC(1970 + Math.floor(month / 12), month % 12, 1) / 86_400_000
