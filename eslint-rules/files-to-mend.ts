/** Files that still hold a regex of more than linear cost. The list only ever gets shorter. */
export const filesToMend = [
  'src/core/accounts/profile-checks.ts',
  'src/core/api/read/dates.ts',
  'src/core/node/redact.ts',
  'src/formats/sheet-book.ts',
  'src/formats/sheets.ts',
  'src/formats/xlsx-reader.ts',
  'src/formats/xml-elements.ts',
  'src/sandbox/tracking/user-agent.ts',
]
