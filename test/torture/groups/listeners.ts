import type { Group } from '../cage/case.ts'

const http = [
  'nothing',
  'half a request line',
  'half the headers',
  'half a body',
  'half a body of a stranger',
  'large bodies',
]
const states: Readonly<Record<string, readonly string[]>> = {
  app: http,
  sandbox: http,
  admin: http,
  smtp: ['nothing', 'half a command', 'half a session', 'half a mail'],
}

/** Callers that never finish, at every listener. */
export const group: Group = {
  name: 'listeners',
  limits: { cpuSeconds: 30, isFresh: true },
  cases: () =>
    Object.entries(states).flatMap(([listener, named]) =>
      named.map((state) => ({ name: `${listener}: ${state}`, task: 'listener', input: { listener, state } })),
    ),
}
