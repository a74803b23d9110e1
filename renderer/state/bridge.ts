import type { Bridge, PageChannel } from '@shared/contract/bridge'
import type { Request, Response } from '@shared/contract/channels'
import type { CallError } from '@shared/contract/result'
import { isUiKey } from '@shared/messages/ui'
import { t } from '../i18n.svelte'
import { toasts } from './toasts.svelte'

let readOnly = false

/** The one-file viewer shows what it carries: nothing can be opened or saved as a case. */
export function setReadOnly(): void {
  readOnly = true
}

/** Whether there is an app that opens files and keeps cases. */
export function canOpen(): boolean {
  return window.lanescope !== undefined && !readOnly
}

/** The app around the page; undefined in a plain browser. The one-file viewer puts a read-only one there. */
export function bridge(): Bridge | undefined {
  return window.lanescope
}

export function errorText(error: CallError): string {
  if (error.code === 'newer-case') return t('error.newer-case', { version: error.message })
  const key = `error.${error.code}`
  const text = isUiKey(key) ? t(key) : error.code
  return error.message === '' || error.code === 'bad-pattern' ? text : `${text} ${error.message}`
}

/** Calls the app; undefined when it failed (then the user was told) or when there is no app. */
export async function call<C extends PageChannel>(channel: C, request: Request<C>): Promise<Response<C> | undefined> {
  const result = await bridge()?.invoke(channel, request)
  if (result === undefined) return undefined
  if (result.ok) return result.value
  toasts.say(errorText(result.error), 'dead')
  return undefined
}

/** Copies text and says so. Falls back to the page's own clipboard where there is no app. */
export async function copyText(text: string, said = t('word.copied')): Promise<void> {
  if (window.lanescope) await call('clipboard.write', { text })
  else await navigator.clipboard.writeText(text)
  toasts.say(said)
}
