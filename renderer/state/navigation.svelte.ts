/** Where the user is: a view and what is selected in it. A place is plain, so back and forward are a list of places. */
export interface Place {
  /** Id of renderer/views/index.ts. */
  readonly view: string
  readonly node?: string
  /** Model id of what is selected: `n1/gpu3`, `n1/NIC2`. */
  readonly entity?: string
  readonly finding?: string
  readonly document?: string
  readonly line?: number
  readonly run?: string
}

const MOST = 100

class Navigation {
  #places = $state.raw<readonly Place[]>([{ view: 'overview' }])
  #at = $state(0)

  get place(): Place {
    return this.#places[this.#at] ?? { view: 'overview' }
  }
  get canGoBack(): boolean {
    return this.#at > 0
  }
  get canGoForward(): boolean {
    return this.#at < this.#places.length - 1
  }

  /** A step that "back" returns from. */
  go(place: Place): void {
    const kept = this.#places.slice(0, this.#at + 1)
    this.#places = [...kept, place].slice(-MOST)
    this.#at = this.#places.length - 1
  }

  /** To a view as it was left: the newest place in it. */
  show(view: string): void {
    const before = this.#places.slice(0, this.#at + 1).findLast((place) => place.view === view)
    if (this.place.view !== view) this.go(before ?? { view })
  }

  /** A selection inside the view: it replaces the place, so that "back" leaves the view. */
  select(part: Omit<Place, 'view'>): void {
    const now = { ...this.place, ...part }
    this.#places = this.#places.map((place, i) => (i === this.#at ? now : place))
  }

  back(): void {
    if (this.canGoBack) this.#at--
  }

  forward(): void {
    if (this.canGoForward) this.#at++
  }

  reset(): void {
    this.#places = [{ view: 'overview' }]
    this.#at = 0
  }
}

export const navigation = new Navigation()
