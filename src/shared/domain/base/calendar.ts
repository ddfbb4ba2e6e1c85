/**
 * Returns the days from 1 January 1970 to a calendar day, or NaN if the day does not exist, such as 31 February. `Date`
 * would roll it over into the next month, and takes several times as long.
 */
export function dayNumber(year: number, month: number, day: number): number {
  if (!(month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month))) return Number.NaN
  // Years are counted from March here, so that a leap day is the last day of its year.
  const marchYear = month > 2 ? year : year - 1
  const marchMonth = month > 2 ? month - 3 : month + 9
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return marchYear * 365 + leapDays + Math.floor((marchMonth * 153 + 2) / 5) + day - 1 - marchDaysTo1970
}

/** Counted from 1 March of the year 0. */
const marchDaysTo1970 = 719_468

function daysOfMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
