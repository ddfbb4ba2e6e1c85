import { join } from 'node:path'
import { z } from 'zod'
import { snippets, type Snippet } from '#shared/contract/snippets.ts'
import { isNamedIn } from '#shared/domain/recipients/names-person.ts'
import { visible } from '#shared/text/visible.ts'
import { JsonFile } from '../base/json-file.ts'
import type { Ground } from '../base/room.ts'

/** Texts to start messages from, stored on this computer for all accounts. */
export class Snippets {
  readonly #file: JsonFile<Snippet[]>

  private constructor(file: JsonFile<Snippet[]>) {
    this.#file = file
  }

  static async open({ ports, onBroken }: Ground): Promise<Snippets> {
    const file = await JsonFile.open<Snippet[]>({
      path: join(ports.paths.data, 'compose', 'snippets.json'),
      initial: [],
      read: (parsed) => z.array(snippets['snippets.save'].input).parse(parsed),
      onBroken,
      now: ports.clock.now,
    })
    return new Snippets(file)
  }

  list(): Snippet[] {
    return [...this.#file.value].sort((a, b) => a.name.localeCompare(b.name))
  }

  find(id: string): Snippet | undefined {
    return this.#file.value.find((snippet) => snippet.id === id)
  }

  async save(snippet: Snippet): Promise<void> {
    await this.#file.set((all) => [...all.filter(({ id }) => id !== snippet.id), snippet])
  }

  async remove(id: string): Promise<void> {
    await this.#file.set((all) => all.filter((snippet) => snippet.id !== id))
  }

  /** Snippets belong to no particular account, so erasing a person from any account lists them. */
  writtenAbout(email: string): string[] {
    const about = this.list().filter((snippet) => isNamedIn(JSON.stringify(snippet), email))
    return about.map(({ name }) => `The snippet “${visible(name)}”`)
  }

  settled(): Promise<void> {
    return this.#file.settled()
  }
}
