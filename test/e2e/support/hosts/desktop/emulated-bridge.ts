/** What the page's side may ask of the test: the names of the bindings that `open-desktop.ts` adds. */
export type BridgeCall =
  | { readonly kind: 'loaded'; readonly url: string }
  | { readonly kind: 'invoke'; readonly url: string; readonly channel: string; readonly args: unknown[] }
  | { readonly kind: 'copy'; readonly path: string; readonly base64: string }

/** Names on the window that belong to the emulation, and that no page would use. */
export const bindingName = '__electronCall'
export const receiverName = '__electronReceive'

export type Emulation = {
  /** The text of the built preload. */
  readonly preload: string
  /** Files that are on the disk get a path in here. */
  readonly copies: string
}

/**
 * Runs the built preload in a page of a browser as Electron does in its isolated world: what crosses the bridge is copied by
 * the rules of `PassValueToOtherContextInner` in shell/renderer/api/electron_api_context_bridge.cc. Playwright hands this
 * function over as text, so it uses nothing from outside of itself.
 */
export function emulateElectron({ preload, copies }: Emulation): void {
  // A preload runs in the top frame alone (`nodeIntegrationInSubFrames` is off).
  if (window !== window.top) return
  const world = globalThis as unknown as Record<string, unknown>
  const call = (question: unknown) => (world['__electronCall'] as (question: unknown) => Promise<unknown>)(question)

  const proxies = new WeakSet<object>()
  window.Proxy = new Proxy(Proxy, {
    construct(target, parts: ConstructorParameters<ProxyConstructor>) {
      const proxy = new target(...parts)
      proxies.add(proxy)
      return proxy
    },
  })
  const madeUp = new WeakSet<File>()
  window.File = new Proxy(File, {
    construct(target, parts: ConstructorParameters<typeof File>) {
      const file = new target(...parts)
      madeUp.add(file)
      return file
    },
  })

  const isPlain = (value: object) => {
    const prototype: unknown = Object.getPrototypeOf(value)
    return prototype === null || prototype === Object.prototype
  }
  const pass = (value: unknown, depth = 0): unknown => {
    if (depth > 1000) throw new TypeError('Electron contextBridge recursion depth exceeded.')
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return value
    if (typeof value === 'function')
      return (...parts: unknown[]) => pass((value as (...parts: unknown[]) => unknown)(...parts.map((part) => pass(part))))
    // IsPlainObject in the same file refuses a proxy, which cannot be cloned either.
    if (proxies.has(value)) throw new Error('An object could not be cloned.')
    if (value instanceof Promise)
      return value.then(
        (result) => pass(result),
        (thrown: unknown) => {
          throw pass(thrown) as Error
        },
      )
    if (value instanceof Error) return new Error(value.message)
    if (Array.isArray(value)) return value.map((item) => pass(item, depth + 1))
    if (value instanceof Element) throw new Error('The page handed an element to the bridge.')
    if (value instanceof Blob) return value
    if (!isPlain(value)) return structuredClone(value)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pass(item, depth + 1)]))
  }

  // Playwright carries plain data: bytes go as text, and a key without a value keeps its key.
  const toBase64 = (bytes: Uint8Array) => {
    let text = ''
    for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
    return btoa(text)
  }
  const pack = (value: unknown): unknown => {
    if (value instanceof ArrayBuffer) return { $bytes: toBase64(new Uint8Array(value)) }
    if (value instanceof Uint8Array) return { $bytes: toBase64(value) }
    if (Array.isArray(value)) return value.map(pack)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pack(item)]))
  }

  let copied = 0
  const copying: Promise<unknown>[] = []
  const getPathForFile = (file: File): string => {
    if (madeUp.has(file)) return ''
    const path = `${copies}/${++copied}/${file.name}`
    copying.push(file.arrayBuffer().then((bytes) => call({ kind: 'copy', path, base64: toBase64(new Uint8Array(bytes)) })))
    return path
  }

  const listeners = new Map<string, Set<(event: unknown, ...args: unknown[]) => void>>()
  const ipcRenderer = {
    async invoke(channel: string, ...args: unknown[]) {
      await Promise.all(copying)
      // Between processes everything is cloned, and what cannot be cloned is refused.
      const packed = structuredClone(args).map(pack)
      return call({ kind: 'invoke', url: location.href, channel, args: packed })
    },
    on(channel: string, listener: (event: unknown, ...args: unknown[]) => void) {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
    },
    removeListener(channel: string, listener: (event: unknown, ...args: unknown[]) => void) {
      listeners.get(channel)?.delete(listener)
    },
  }
  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) => Object.defineProperty(window, key, { value: pass(api) }),
  }
  const electron = { contextBridge, ipcRenderer, webUtils: { getPathForFile } }
  const receive = (channel: string, args: unknown[]) => {
    for (const listener of listeners.get(channel) ?? []) listener({}, ...args)
  }
  Object.defineProperty(window, '__electronReceive', { value: receive })

  const require = (name: string) => {
    if (name !== 'electron') throw new Error(`module not found: ${name}`)
    return electron
  }
  new Function('require', 'module', 'exports', preload)(require, { exports: {} }, {})
  void call({ kind: 'loaded', url: location.href })
}
