type Outcome = { readonly typeOfStatus: string; readonly descriptionError: string }

/** If the service returns no status, a call without an error counts as successful. */
export function hasSucceeded({ typeOfStatus, descriptionError }: Outcome): boolean {
  return typeOfStatus === '' ? descriptionError === '' : /^success$/i.test(typeOfStatus)
}
