import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Rotation } from '#shared/contract/keys.ts'
import { JsonFile } from '../base/json-file.ts'
import type { FileGround } from '../base/room.ts'

const stored = z.object({
  id: z.string(),
  accountId: z.string(),
  oldId: z.string(),
  newId: z.string(),
  startedAt: z.number(),
})
type StoredRotation = Readonly<z.infer<typeof stored>>

/** All accounts’ watched rotations. The file contains key ids but no keys. */
export class Rotations {
  readonly #file: JsonFile<readonly StoredRotation[]>

  private constructor(file: JsonFile<readonly StoredRotation[]>) {
    this.#file = file
  }

  static async open(ground: FileGround): Promise<Rotations> {
    const file = await JsonFile.inDataFolder<readonly StoredRotation[]>(ground, {
      name: 'key-rotations.json',
      initial: [],
      read: (parsed) => z.array(stored).parse(parsed),
    })
    return new Rotations(file)
  }

  of(accountId: string): Rotation[] {
    return this.#file.value
      .filter((rotation) => rotation.accountId === accountId)
      .map(({ accountId: _accountId, ...rotation }) => rotation)
  }

  /** If a key is replaced again, only its newest rotation is watched. */
  async begin(accountId: string, keys: Pick<Rotation, 'oldId' | 'newId' | 'startedAt'>): Promise<void> {
    const rotation = { id: randomUUID(), accountId, ...keys }
    await this.#file.set((all) => [
      ...all.filter((other) => other.accountId !== accountId || other.oldId !== keys.oldId),
      rotation,
    ])
  }

  async end(accountId: string, id: string): Promise<void> {
    await this.#removeWhere((rotation) => rotation.accountId === accountId && rotation.id === id)
  }

  async removeKey(accountId: string, keyId: string): Promise<void> {
    await this.#removeWhere(
      (rotation) => rotation.accountId === accountId && (rotation.oldId === keyId || rotation.newId === keyId),
    )
  }

  async removeAccount(accountId: string): Promise<void> {
    await this.#removeWhere((rotation) => rotation.accountId === accountId)
  }

  settled(): Promise<void> {
    return this.#file.settled()
  }

  async #removeWhere(matches: (rotation: StoredRotation) => boolean): Promise<void> {
    if (this.#file.value.some(matches)) await this.#file.set((all) => all.filter((one) => !matches(one)))
  }
}
