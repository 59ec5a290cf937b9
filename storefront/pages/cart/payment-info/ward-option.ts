/** A district or ward in a list, as the form sends it. */
export interface UnitOption {
  id: number
  name: string
}

/**
 * The value of an option has its id and its name, "26740 Phường Sài Gòn": a page that is rendered again
 * without the list can still show the choice.
 */
export function optionValue({ id, name }: UnitOption): string {
  return `${id} ${name}`
}

/** Reads an option value; null when it has another form. */
export function readOption(value: string | null | undefined): UnitOption | null {
  const [, id = '', name = ''] = /^(\d{1,9}) (.+)$/.exec(value ?? '') ?? []
  return id === '' ? null : { id: Number(id), name }
}

/** The key of the input that candidates are offered for. A choice made for another input is ignored. */
export function candidatesKey(units: 'today' | 'before', area: string, ward: string): string {
  return [units, area, ward.trim()].join('|')
}
