import { compiled, ensureBuilt } from './build.mjs'

/** Threads run from their bundles in tests too, so the bundles must be built from the sources that are tested. */
export async function setup() {
  // Without this cache, each of the hundreds of programs and threads that tests start would compile the same bundles
  // and sources again.
  process.env.NODE_COMPILE_CACHE ??= compiled
  if (!(await ensureBuilt())) throw new Error('The build failed. The reason is above.')
}
