/**
 * Ignores a file that is dropped where nothing accepts it. Otherwise the browser would open it instead of what is on the
 * screen. For `dragenter`, `dragover` and `drop`, after everything else has handled the event.
 */
export function refuseStrayFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
