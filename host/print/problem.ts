/** Printing failed; the message says what to do. */
export class PrintProblem extends Error {}
