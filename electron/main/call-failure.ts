import type { ErrorCode } from '@shared/contract/result'

/** Thrown by a handler to answer with a code of the contract; any other throw is our bug and becomes `failed`. */
export class CallFailure extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message)
  }
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
