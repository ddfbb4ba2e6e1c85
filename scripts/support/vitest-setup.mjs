import { ensureBuilt } from './build.mjs'

/** Threads run from their bundles, in tests as everywhere else: what is tested must be what the sources say. */
export async function setup() {
  if (!(await ensureBuilt())) throw new Error('The build failed: the reason is above.')
}
