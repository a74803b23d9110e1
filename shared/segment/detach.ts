/**
 * A copy of `text` that keeps nothing else alive. V8 makes a substring of 13 characters or more a view of its parent, so one kept
 * name would hold the whole chunk that it was cut from, megabytes of log for a few bytes. Building a new string and cutting that
 * breaks the tie. Every string that outlives its line goes through here.
 */
export function detach(text: string): string {
  return text.length < 13 ? text : (' ' + text).slice(1)
}
