import { getContext, setContext } from 'svelte'

const key = Symbol('notice strip')
type Strip = () => HTMLElement | undefined

export function provideStrip(strip: Strip): void {
  setContext(key, strip)
}

/** Must be called while a component is being created. */
export function useStrip(): Strip {
  return getContext<Strip>(key)
}
