/** Raw lines of one document, pulled one by one. Only the host layer knows where they come from. */
export interface LineSource {
  /** The next raw line without its terminator; undefined at the end. */
  next(): string | undefined
}
