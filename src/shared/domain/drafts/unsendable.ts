/** Says why a message cannot be sent. The page and the core share this wording. */
export const noRecipients = 'The message has no recipients. Add at least one.'

export const readOnlyAccount = (name: string): string =>
  `${name} is read-only. You can write, check and rehearse a message here, but nothing is sent.`
