import { onTestFinished } from 'vitest'

/** Holds back the parsing of long messages in the worker. Returns a function that ends this. */
export function holdParsing(): () => void {
  const { postMessage } = Worker.prototype
  const held: (() => void)[] = []
  const release = () => {
    Worker.prototype.postMessage = postMessage
    for (const post of held.splice(0)) post()
  }
  Worker.prototype.postMessage = function (this: Worker, message: unknown) {
    const post = () => postMessage.call(this, message)
    if ((message as { task?: string }).task === 'parse') held.push(post)
    else post()
  }
  onTestFinished(release)
  return release
}
