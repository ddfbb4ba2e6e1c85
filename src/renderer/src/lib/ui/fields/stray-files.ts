/**
 * A file that is dropped where nothing takes it stays where it was. The browser would open it, in place of what is on the
 * screen. For `dragenter`, `dragover` and `drop`, after everything else has had the event.
 */
export function refuseStrayFiles(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}
