import { bareHost, isLoopback } from '../base/host-name.ts'

export type ReplyReceiver = { host: string; port: number }

/** Reads `HOST:PORT` of a mail server on this computer, with an IPv6 address in brackets. */
export function readReplyReceiver(text: string): { receiver: ReplyReceiver } | { error: string } {
  const [, host = '', digits = ''] = /^(\[[0-9a-f:]+\]|[^\s:[\]]+):(\d{1,5})$/i.exec(text) ?? []
  const port = Number(digits)
  if (host === '' || port < 1 || port > 65_535) {
    return { error: `The receiver of replies must be a host and a port such as 127.0.0.1:2525, not "${text}".` }
  }
  if (!isLoopback(host)) {
    return { error: `Replies are sent only to this computer, such as 127.0.0.1:2525. ${host} may be another computer.` }
  }
  return { receiver: { host: bareHost(host), port } }
}
