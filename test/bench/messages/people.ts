import type { Archive } from '#core/archive/engine/archive.ts'
import { figure, type Print } from '../support/figure.ts'
import { percentile, timed } from './search.ts'

/**
 * Parts of addresses as users type them: the start or middle of names and domains, two words, and one without
 * matches.
 */
const parts = ['ann', 'berran', 'vik', 'rson', 'lucas mail12', 'mail30', 'example', 'lefevre', 'xyz', 'ova', 'jane son']

/** All addresses in a million messages are different. */
export async function benchPeople(print: Print, archive: Archive): Promise<void> {
  const find = (text: string) => timed(async () => void (await archive.findRecipients({ text, limit: 8 })))
  const first = await find('nobody')
  const times: number[] = []
  for (let round = 0; round < 3; round++) for (const part of parts) times.push(await find(part))
  const line = { unit: 'ms', peerName: 'budget' } as const
  print(figure({ bench: 'messages.people-first', ours: first, peer: 1000, n: 1, ...line }))
  print(figure({ bench: 'messages.people', ours: percentile(times, 0.99), peer: 50, n: times.length, ...line }))
}
