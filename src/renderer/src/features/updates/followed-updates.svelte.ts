import { untrack } from 'svelte'
import type { UpdateState } from '#shared/contract/updates.ts'
import { onReturn } from '../../lib/host/host-away.ts'
import type { Host } from '../../lib/host/host.ts'
import { Loader } from '../../lib/state/loader.svelte.ts'

/** The state of the check for new versions, followed while it is displayed. */
export class FollowedUpdates {
  readonly loaded: Loader<UpdateState>

  constructor(host: Host) {
    this.loaded = new Loader(() => host.invoke('updates.get'))
    $effect(() => {
      untrack(() => void this.loaded.load())
      const stopEvents = host.subscribe((event) => {
        if (event.name === 'updates.changed') this.loaded.put(event.payload)
      })
      const stopReturns = onReturn(host, () => void this.loaded.load())
      return () => {
        stopEvents()
        stopReturns()
      }
    })
  }
}
