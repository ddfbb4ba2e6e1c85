/** The parts of the sandbox, as its tabs and the command palette name them. */
export const sandboxTabs = [
  { value: 'connect', label: 'Connect' },
  { value: 'requests', label: 'Requests' },
  { value: 'outbox', label: 'Outbox' },
  { value: 'faults', label: 'Faults' },
  { value: 'clock', label: 'Clock and data' },
] as const
