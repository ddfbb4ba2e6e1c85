import type { Group } from '../cage/case.ts'
import { answers } from '../generators/answers.ts'

/** Hostile responses of a service, to every operation of the client. */
export const group: Group = {
  name: 'answers',
  limits: { cpuSeconds: 40, isFresh: true },
  cases: () => Object.keys(answers).map((name) => ({ name, task: 'answer', input: { name } })),
}
