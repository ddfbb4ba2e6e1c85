import DOMPurify from 'dompurify'

/** The markup accepted from the clipboard. HTML that is imported or written as code is not filtered. */
const allowed = {
  ALLOWED_TAGS: (
    'p div br h1 h2 h3 h4 h5 h6 ul ol li blockquote hr a img span b strong i em u s strike del code sub sup small ' +
    'table tbody thead tfoot tr td th'
  ).split(' '),
  ALLOWED_ATTR: ['href', 'src', 'alt', 'width', 'colspan', 'rowspan', 'data-variable', 'data-pm-slice'],
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|tel:|cid:|#|\{\{)/i,
  ALLOW_DATA_ATTR: false,
  KEEP_CONTENT: true,
}

export function cleanPaste(html: string): string {
  return DOMPurify.sanitize(html, allowed)
}

/** Whether a text is a complete document, copied from a file or another program’s source view. */
export function isHtmlSource(text: string): boolean {
  return /^\s{0,200}<(?:!doctype\s{1,9}html|html[\s>])/i.test(text)
}

/** Passes on pasted or dropped files. Returns whether there are any. */
export function takesFiles(data: DataTransfer | null, onfiles: (files: File[]) => void): boolean {
  const files = [...(data?.files ?? [])]
  // Spreadsheet programs also put an image of the table on the clipboard, but the user wants the table itself.
  if (files.length === 0 || data?.types.includes('text/html')) return false
  onfiles(files)
  return true
}
