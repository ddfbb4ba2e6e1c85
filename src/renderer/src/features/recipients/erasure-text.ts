/** Explains what erasing a person does. From a team archive, the person is erased for everybody. */
export function erasureText({ isShared }: { readonly isShared: boolean }): string {
  return isShared ? fromTeam : fromDisk
}

const fromDisk =
  'All messages to this person are removed from the archive on this disk, from search and from future exports. Recent searches for this person are removed, too. No later sync or import will bring the messages back. Nothing changes on the service itself.'

const fromTeam =
  'All messages to this person are removed from the team archive for everybody who uses it, from the earlier file on this computer, and from future exports. Recent searches for this person are removed from this computer, too. Drafts and sends on your colleagues’ computers are not changed, so ask them to erase the person as well. No later sync or import will bring the messages back. Nothing changes on the service itself.'
