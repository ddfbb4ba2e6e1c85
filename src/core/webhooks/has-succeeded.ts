type Outcome = { readonly typeOfStatus: string; readonly descriptionError: string }

/** A service that names no status is taken at its error. */
export function hasSucceeded({ typeOfStatus, descriptionError }: Outcome): boolean {
  return typeOfStatus === '' ? descriptionError === '' : /^success$/i.test(typeOfStatus)
}
