import { fileTypes, type FileType } from '#shared/contract/base/file-type.ts'
import type { Export } from '../exports/types.ts'
import type { Answer } from '../http/answer.ts'
import { invalid } from '../http/service-error.ts'
import { readBodyObject, shown } from '../readers/fields.ts'
import { readPeriod } from '../readers/filter.ts'
import type { Call } from './service.ts'

const fields = ['dateBegin', 'dateEnd']

/**
 * Implements section 4.1 of the service’s documentation. A POST has its input in the body. In the documentation’s
 * sample, a GET has it in the query.
 */
export function exportAll(call: Call): Answer {
  return streamed(call.service.exports.all(readFileType(call), period(call)))
}

/**
 * Implements section 4.2 of the service’s documentation. The delta mark moves only after the complete response has been
 * sent.
 */
export function exportDelta(call: Call): Answer {
  const given = call.service.exports.delta(readFileType(call), period(call))
  return streamed(given, given.commit)
}

function streamed(given: Export, complete?: () => void): Answer {
  const { contentType, chunks, records, cutTexts } = given
  const summary = (): string => {
    const cut = cutTexts()
    const cutNote = cut === 0 ? '' : `; texts cut to the length of a cell: ${cut}`
    return `(a file, streamed; records so far: ${records()}${cutNote})`
  }
  return { status: 200, headers: { 'content-type': contentType }, body: { chunks, complete, summary } }
}

function readFileType({ params }: Call): FileType {
  const given = params[0]!
  const known = fileTypes.find((fileType) => fileType === given)
  if (known === undefined) throw invalid(`fileType must be one of ${fileTypes.join(', ')}, not ${shown(given)}.`)
  return known
}

function period({ service, body, query }: Call): { dateBegin?: number; dateEnd?: number } {
  const given = body === undefined ? Object.fromEntries(query) : body
  const reading = service.settings
  return readPeriod(readBodyObject(given, reading, fields), reading)
}
