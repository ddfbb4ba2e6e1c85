import { ensureBuilt } from './build.mjs'

/** Threads run from their bundles in tests too, so the bundles must be built from the sources that are tested. */
export async function setup() {
  if (!(await ensureBuilt())) throw new Error('The build failed. The reason is above.')
}
