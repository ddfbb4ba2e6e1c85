/** Explains what erasing a person does. A team archive is erased for everybody, and not on this disk. */
export function erasureText({ isShared }: { readonly isShared: boolean }): string {
  const [place, searches] = isShared
    ? [
        'the team archive for everybody who uses it',
        'Recent searches for this person are removed from this computer too.',
      ]
    : ['the archive on this disk', 'Recent searches for this person are removed too.']
  return `All messages to this person are removed from ${place}, from search and from future exports. ${searches} No later sync or import will bring them back. Nothing changes on the service itself.`
}
