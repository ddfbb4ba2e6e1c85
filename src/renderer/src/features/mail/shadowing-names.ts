/**
 * A form has its fields and images as properties, and a document its forms and images: `<input name="attributes">` replaces
 * the form's own attributes, and `<img name="body">` the body. Code that reads an email by properties would then read what
 * its author put there, or stop. Nothing is ever sent from a shown email, so it loses nothing with these names. Names that
 * aren't properties stay, because rules and groups of radio buttons may use them.
 */
const named = 'button,embed,fieldset,form,iframe,img,input,object,output,select,textarea'

function isProperty(name: string): boolean {
  return name in HTMLFormElement.prototype || name in Document.prototype
}

/** Removes such names from one element. Returns whether it had any. No property of the element itself is read. */
export function removeShadowingNames(element: Element): boolean {
  let changed = false
  if (!Element.prototype.matches.call(element, named)) return changed
  for (const attribute of ['name', 'id']) {
    const value = Element.prototype.getAttribute.call(element, attribute)
    if (value === null || !isProperty(value)) continue
    Element.prototype.removeAttribute.call(element, attribute)
    changed = true
  }
  return changed
}

/** Does the same for a document that was just parsed: call it before anything else is read. Returns whether it had any. */
export function removeAllShadowingNames(parsed: Document): boolean {
  let changed = false
  for (const element of Document.prototype.querySelectorAll.call(parsed, named))
    changed = removeShadowingNames(element) || changed
  return changed
}
