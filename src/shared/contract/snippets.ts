import { z } from 'zod'
import { command } from './base/define.ts'

/** Reusable content, stored on this computer, that a message can start from. */
const snippet = z.strictObject({
  id: z.uuid(),
  name: z.string().trim().min(1, 'Enter a name for the snippet.').max(100, 'A name can have at most 100 characters.'),
  subject: z.string().max(5000),
  html: z.string().max(5_000_000),
  text: z.string().max(5_000_000),
})
export type Snippet = z.infer<typeof snippet>

export const snippets = {
  'snippets.list': command(z.void(), z.array(snippet)),
  'snippets.save': command(snippet, z.void()),
  'snippets.remove': command(z.strictObject({ id: z.uuid() }), z.void()),
}
