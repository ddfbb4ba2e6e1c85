/**
 * The only form that errors have in the app. `message` is a sentence for the user, `code` is stable for programs, and
 * `details` helps developers. None of them ever contains a secret.
 */
export type ErrorDetails = Readonly<Record<string, unknown>>

export type AppErrorShape = {
  code: string
  message: string
  retryable: boolean
  details: ErrorDetails
}

/**
 * Whether a type may be an error in the contract’s form. Such a value has a message and a code but is not an AppError,
 * so `AppError.from` would treat it as an unknown failure.
 */
type IsShape<Value> = [Extract<Exclude<Value, AppError>, Pick<AppErrorShape, 'code' | 'message'>>] extends [never]
  ? false
  : true

type IsAny<Value> = 0 extends 1 & Value ? true : false

/**
 * The type of any thrown value. Errors that the contract passes as data do not compile, neither alone nor in a union:
 * they must first be converted with `AppError.fromJSON`.
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

  /**
   * Converts any thrown value to an AppError. The message of an unknown failure is put into the details and not shown
   * to the user.
   */
  static from<Value>(thrown: Value & Thrown<Value>): AppError {
    if (thrown instanceof AppError) return thrown
    const reason = thrown instanceof Error ? thrown.message : String(thrown)
    return new AppError('internal', 'Something went wrong in Mailroom. See the log for details.', {
      details: { reason },
      cause: thrown,
    })
  }
}
