/**
 * The app’s only error shape. `message` is a sentence for the user, `code` is stable for programs, `details` helps
 * developers. None of these ever contains a secret.
 */
export type ErrorDetails = Readonly<Record<string, unknown>>

export type AppErrorShape = {
  code: string
  message: string
  retryable: boolean
  details: ErrorDetails
}

/**
 * Whether a type includes the contract’s error shape. A value of that shape has a sentence and a code but is not an
 * AppError, so `AppError.from` would treat it as an unknown failure.
 */
type IsShape<Value> = [Extract<Exclude<Value, AppError>, Pick<AppErrorShape, 'code' | 'message'>>] extends [never]
  ? false
  : true

type IsAny<Value> = 0 extends 1 & Value ? true : false

/**
 * The type of any thrown value. An error that the contract carries as data does not compile, alone or in a union, and must
 * be turned into an AppError with `AppError.fromJSON` first.
 */
export type Thrown<Value> =
  IsAny<Value> extends true ? Value : IsShape<Value> extends true ? Value & 'made an error by AppError.fromJSON' : Value

export class AppError extends Error {
  readonly code: string
  readonly retryable: boolean
  readonly details: ErrorDetails

  constructor(
    code: string,
    message: string,
    options: { retryable?: boolean; details?: ErrorDetails; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.retryable = options.retryable ?? false
    this.details = options.details ?? {}
  }

  toJSON(): AppErrorShape {
    return { code: this.code, message: this.message, retryable: this.retryable, details: this.details }
  }

  static fromJSON(shape: AppErrorShape): AppError {
    return new AppError(shape.code, shape.message, { retryable: shape.retryable, details: shape.details })
  }

  /** Turns any thrown value into an AppError. An unknown failure’s text is placed in the details, not in the sentence. */
  static from<Value>(thrown: Value & Thrown<Value>): AppError {
    if (thrown instanceof AppError) return thrown
    const reason = thrown instanceof Error ? thrown.message : String(thrown)
    return new AppError('internal', 'Something went wrong in Mailroom. See the log for details.', {
      details: { reason },
      cause: thrown,
    })
  }
}
