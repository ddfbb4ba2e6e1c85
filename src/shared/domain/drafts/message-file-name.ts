/** The `accept` attribute of the page’s file input. */
export const messageFileTypes = '.html,.htm,.eml'

/** Whether the name belongs to a saved email. */
export const isMailFileName = (name: string): boolean => /\.eml$/i.test(name)

/** Whether a new message can begin with a file: a message’s HTML, or a complete email. */
export const isMessageFileName = (name: string): boolean => isMailFileName(name) || /\.html?$/i.test(name)
