import { figure, type Print } from '../support/figure.ts'

/** In milliseconds: elapsed time, and processor time of all threads of this process. */
export type Taken = { readonly wall: number; readonly processor: number }

export async function timed(work: () => Promise<unknown>): Promise<Taken> {
  const [begun, used] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(used)
  return { wall: performance.now() - begun, processor: (user + system) / 1000 }
}

/** Other load on the machine only ever adds time, so the fastest round is the most accurate. */
export async function best(rounds: number, work: (round: number) => Promise<unknown>): Promise<Taken> {
  const all: Taken[] = []
  for (let round = 0; round < rounds; round++) all.push(await timed(() => work(round)))
  return least(all)
}

export function least(all: readonly Taken[]): Taken {
  return {
    wall: Math.min(...all.map(({ wall }) => wall)),
    processor: Math.min(...all.map(({ processor }) => processor)),
  }
}

type Sides = { readonly ours: Taken; readonly peer: Taken; readonly n: number; readonly peerName: string }

/** Two lines: the elapsed time, and the processor time, which depends less on the load of the machine. */
export function report(print: Print, bench: string, { ours, peer, n, peerName }: Sides): void {
  print(figure({ bench, ours: ours.wall, peer: peer.wall, unit: 'ms, best', n, peerName }))
  const processor = { ours: ours.processor, peer: peer.processor, unit: 'ms of processor, best' }
  print(figure({ bench: `${bench}-processor`, ...processor, n, peerName }))
}
