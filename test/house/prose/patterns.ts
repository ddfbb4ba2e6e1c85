/**
 * Phrases that a native speaker would not write, each with a replacement. They apply to comments and to user-visible
 * texts. A pattern must not match good English.
 */
const poorEnglish: Readonly<Record<string, RegExp>> = {
  // "The preparer thread opens no file", and not "Who prepares needs no file".
  'a sentence that begins with Who': /(?:^|[.:;] )Who(?:ever)? (?!am\b|can\b|is\b|are\b|was\b)[a-z]+[^?]*(?:$|\. )/,
  'a sentence about what … is':
    /(?:^|[.;] )What (?!you\b|this\b|if\b)[^?.]*? (?:is|are|was|were|can|could|has|have|stays?|goes|needs?|makes?)\b[^?]*(?:$|\. )/,
  'for who, by who': /\b(?:for|by|from|with|than) who(?:ever)?\b/,
  // "is", "is shown", "is written".
  stands: /\bst(?:and|ood|ands|anding)\b(?! (?:for|out|alone)\b|-)/,
  // "opens", "goes to", "causes".
  'leads to': /\bl(?:ead|eads|eading|ed) (?:to|into|there|back|from|away|nowhere)\b/,
  // "its own", "separate".
  'of its own': /\bof (?:its|their|his|our|your) own\b/,
  // "no longer".
  'any more': /\b(?:not|no|nobody|nothing|never|n’t|cannot|without)\b[^.]*\bany more\b/,
  // "as the service reports it".
  'as … has it': /\b[Aa]s (?:the |an? |its |their )?\w+ (?:has|have|had) it\b/,
  // "The download completed".
  'comes whole': /\b(?:came|comes|come|arrives?|arrived) whole\b/,
  // "was sent".
  'has left':
    /\b(?:has|have|had) (?:certainly )?(?:not )?left(?!\b[^.]{0,20}\b(?:view|page|screen|form|list|Messages)\b)/,
  // "missing values".
  holes: /\b(?:no|next|last|a|the) holes?\b/,
  // "return", "report", "emit".
  'tells what': /\b(?:tells?|told|telling) (?:what|which|whether|who|how|of)\b/,
  // "continues".
  'goes on': /\bgo(?:es)? on\b(?! (?:the|a|it|to|top|sale)\b)|\bwent on\b/,
  // "everything that".
  'all that': /\b[Aa]ll that (?!is|was|time)[a-z]/,
  // "except for".
  'but for': /\bbut for (?:the|a|an|its|one|what|those|this|that)\b/,
  // "instead of".
  'in the place of': /\bin the place of\b/,
  // "none of it".
  'nothing of it': /\b(?:[Nn]othing|[Nn]obody) of (?:it|them|this|that|these|those|the)\b/,
  // "doesn't ask anybody".
  'asks nobody': /\b(?:asks?|tells?|serves?|helps?|needs?|reaches|waits for) (?:nobody|no one)\b/,
  // "return" and "respond" for what a service or a function does, "response" for what it sends.
  answers: /\b[Aa]nswer(?:s|ed|ing)?\b/,
  // "its own", "Mailroom's own".
  'the own': /\b(?:[Tt]he|[Aa]n) own\b/,
  // "of length zero".
  'of no': /\bof no [a-z]+\b(?! use\b)/,
  // "has the values you sent".
  'is as it was': /\b(?:is|are|be) as (?:it|they) (?:is|are|was|were)\b/,
  'as wished': /\bas (?:wished|one likes|they come|it comes)\b/,
  // "first choose".
  'choose first': /\b(?:Choose|Say|Name|Give|Read|Look|Make|Save|Enter|Select) first\b/,
  // "requires", "supports".
  'a service that wants': /\b(?:service|server|program|browser|system|host) (?:wants|likes|speaks|knows of)\b/,
  // "See the outbox for the rest".
  'Of the others, …': /(?:^|[.;] )Of (?:the others|these|those|them)\b[^,.]*, /,
  'search for less': /\b(?:search|look|ask) for less\b/,
  'from it that': /\b(?:from|of|in|by) (?:it|them) that\b/,
  'a first one': /\ba (?:first|last|next) one\b/,
  // "in the meantime", or nothing.
  'lost meanwhile': /\b(?:lost|gone|changed|elsewhere) meanwhile\b/,
  // "is not a", "isn't an".
  'is no …':
    /(?<!\b[Tt]here )\b(?:is|are|was|were) no (?!longer|more|less|fewer|one|need|such|way|other|reason|better|match)[a-z]+(?: (?:for|of|to|that|and|but)\b|[.,;:]|$)/,
  // Inverted order.
  'So … must': /(?:^|[.;] )(?:So long|So many|Only then|Never) (?:may|must|can|does|do|is|are)\b/,
  // "again", "other than", "anyway".
  'archaic words':
    /\b(?:anew|otherwise than|all the same|other than that|besides that|hereby|thereof|whereof|thereby|wherever else)\b/,
  // "automatically".
  'does so by itself': /\bdoes (?:so|it|that) by itself\b/,
  // "makes sure".
  'sees to it': /\bsees? to (?:it|that)\b/,
  // "is kept", "is saved".
  'is to be': /\bis to be (?!seen\b)[a-z]+(?:ed|en|t)\b/,
}

/** The names of the patterns that match a sentence. */
export function patternsIn(text: string): string[] {
  return Object.keys(poorEnglish).filter((name) => poorEnglish[name]!.test(text))
}
