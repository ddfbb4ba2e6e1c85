/**
 * Copies values that cross Electron’s contextBridge, by the rules of `PassValueToOtherContextInner` in
 * shell/renderer/api/electron_api_context_bridge.cc. The function is injected into the page as text, so it must not
 * use anything from its module.
 */
export function bridgeRules(): (value: unknown) => unknown {
  const proxies = new WeakSet<object>()
  window.Proxy = new Proxy(Proxy, {
    construct(target, parts: ConstructorParameters<ProxyConstructor>) {
      const proxy = new target(...parts)
      proxies.add(proxy)
      return proxy
    },
  })
  const isPlain = (value: object) => {
    const prototype: unknown = Object.getPrototypeOf(value)
    return prototype === null || prototype === Object.prototype
  }
  const passed = (value: object, depth: number): unknown => {
    // IsPlainObject refuses a proxy, which could not be cloned anyway.
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
    // Electron would pass it on, but no call of the page needs one.
    if (value instanceof Element) throw new Error('The page handed an element to the bridge.')
    if (value instanceof Blob) return value
    if (!isPlain(value)) return structuredClone(value)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pass(item, depth + 1)]))
  }
  const pass = (value: unknown, depth = 0): unknown => {
    if (depth > 1000) throw new TypeError('Electron contextBridge recursion depth exceeded.')
    if (typeof value === 'function')
      return (...parts: unknown[]) =>
        pass((value as (...parts: unknown[]) => unknown)(...parts.map((part) => pass(part))))
    return value !== null && typeof value === 'object' ? passed(value, depth) : value
  }
  return pass
}
