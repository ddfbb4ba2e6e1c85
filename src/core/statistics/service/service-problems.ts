import type { Listed } from '../../api/index.ts'

const mostReasons = 3

/** Returns a few distinct reasons, because further ones would only repeat them. */
export function problemsOf({ problems }: Pick<Listed<unknown>, 'problems'>): { problems: number; reasons: string[] } {
  const reasons = [...new Set(problems.map(({ reason }) => `${reason.slice(0, 200)}.`))].slice(0, mostReasons)
  return { problems: problems.length, reasons }
}
