import type { Node } from '../../model/node'
import type { Sourced } from '../../model/source'

/** `580.95` and `580.95.05` are one version, printed short and long. */
export function sameVersion(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`)
}

/** The longest form of what all places say; undefined when none says anything or they disagree. */
export function onlyVersion(places: readonly Sourced<string>[]): Sourced<string> | undefined {
  const longest = places.reduce<Sourced<string> | undefined>(
    (best, place) => (best && best.value.length >= place.value.length ? best : place),
    undefined,
  )
  return longest && places.every((place) => sameVersion(place.value, longest.value)) ? longest : undefined
}

export function driverOf(node: Node): Sourced<string> | undefined {
  return onlyVersion(node.software.driver)
}

/** `570` of `570.158.01`. */
export function branchOf(version: string): string {
  return version.split('.')[0] ?? version
}
