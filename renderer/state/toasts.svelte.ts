/** Short messages at the foot of the window, announced to screen readers; they leave by themselves. */
export type ToastState = 'plain' | 'degraded' | 'dead'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly state: ToastState
  /** `view`: where it leads; who is there already needs no offer. */
  readonly action?: { readonly label: string; readonly run: () => void; readonly view?: string }
}

const LIFE_MS = 5000
const WITH_ACTION_MS = 10_000
const MOST = 4

class Toasts {
  list = $state.raw<readonly Toast[]>([])
  #next = 1

  say(text: string, state: ToastState = 'plain', action?: Toast['action']): void {
    const toast: Toast = { id: this.#next++, text, state, ...(action ? { action } : {}) }
    this.list = [...this.list.filter((other) => other.text !== text), toast].slice(-MOST)
    setTimeout(() => this.drop(toast.id), action || state === 'dead' ? WITH_ACTION_MS : LIFE_MS)
  }

  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id)
  }
}

export const toasts = new Toasts()
