import type { Proposal, Propose } from '../../../../lib/ui/code/editor-extras.ts'

type Names = {
  /** The variables of the recipients and of the message. */
  readonly variables: readonly string[]
  readonly images: readonly { contentId: string; name: string }[]
}

/** `{{` suggests variables, and `cid:` the draft’s images. Tags and attributes are completed by the editor itself. */
export function proposalsFor({ variables, images }: Names): Propose {
  const ofVariables = variables.map((name): Proposal => ({ label: name, detail: 'variable', insert: `${name}}}` }))
  const ofImages = images.map(({ contentId, name }): Proposal => ({ label: contentId, detail: name }))
  return (before) => {
    const variable = /\{\{([^{}<>]{0,100})$/.exec(before)
    if (variable) return { length: variable[1]!.length, proposals: ofVariables }
    const image = /cid:([^\s"'<>]{0,100})$/i.exec(before)
    return image ? { length: image[1]!.length, proposals: ofImages } : null
  }
}
