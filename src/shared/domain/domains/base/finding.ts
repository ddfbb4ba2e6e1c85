/** `error`: mail is affected. `warning`: mail works, but there is a risk. `note`: worth knowing. */
export type Finding = { readonly tone: 'error' | 'warning' | 'note'; readonly text: string }

export const error = (text: string): Finding => ({ tone: 'error', text })
export const warning = (text: string): Finding => ({ tone: 'warning', text })
export const note = (text: string): Finding => ({ tone: 'note', text })
