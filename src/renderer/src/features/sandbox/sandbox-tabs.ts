/** The parts of the sandbox, as named in its tabs and the command palette. */
export const sandboxTabs = [
  { value: 'connect', label: 'Connect' },
  { value: 'requests', label: 'Requests' },
  { value: 'outbox', label: 'Outbox' },
  { value: 'faults', label: 'Faults' },
  { value: 'webhooks', label: 'Webhooks' },
  { value: 'replies', label: 'Replies' },
  { value: 'clock', label: 'Clock and data' },
  { value: 'snapshots', label: 'Snapshots' },
] as const
export type SandboxTab = (typeof sandboxTabs)[number]['value']
