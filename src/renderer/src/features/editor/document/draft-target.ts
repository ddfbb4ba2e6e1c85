/** A part of the editor that can be navigated to. */
export type DraftTarget =
  | 'description'
  | 'from'
  | 'replyTo'
  | 'to'
  | 'cc'
  | 'bcc'
  | 'subject'
  | 'preheader'
  | 'body'
  | 'text'
  | 'people'
  | 'files'
  | 'options'
  | 'checks'
  | 'preview'
  | 'variables'
export type HtmlRange = { readonly from: number; readonly to: number }
