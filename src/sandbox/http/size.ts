const megabyte = 1_048_576

export function shownSize(bytes: number): string {
  if (bytes >= megabyte) return `${Math.floor(bytes / megabyte)} MB`
  return bytes >= 102_400 ? `${Math.floor(bytes / 1024)} KB` : `${bytes} bytes`
}
