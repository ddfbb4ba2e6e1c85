/** Why a message cannot be sent, in the same wording for the page and the core. */
export const noRecipients = 'The message has no recipients. Add at least one.'

export const readOnlyAccount = (name: string): string =>
  `${name} is read-only. You can write, check and rehearse a message here, but nothing is sent.`
