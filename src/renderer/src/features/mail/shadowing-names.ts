/**
 * A form exposes its fields and images as properties, and a document its forms and images: `<input name="attributes">`
 * replaces the form’s own attributes, and `<img name="body">` the body. Code that reads properties of an email would then
 * read values chosen by its author, or fail. Nothing is ever submitted from a displayed email, so removing these names
 * loses nothing. Names that aren’t properties are kept, because rules and groups of radio buttons may use them.
 */
const named = 'button,embed,fieldset,form,iframe,img,input,object,output,select,textarea'

function isProperty(name: string): boolean {
  return name in HTMLFormElement.prototype || name in Document.prototype
}

/**
 * Removes shadowing names from one element. Returns whether there were any. Reads no property of the element itself.
 */
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

/**
 * Removes shadowing names from a newly parsed document; call this before reading anything else from it. Returns whether
 * there were any.
 */
export function removeAllShadowingNames(parsed: Document): boolean {
  let changed = false
  for (const element of Document.prototype.querySelectorAll.call(parsed, named))
    changed = removeShadowingNames(element) || changed
  return changed
}
