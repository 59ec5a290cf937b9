/** A place of a list as the form sends it. */
export interface PlaceOption {
  id: number
  name: string
}

/**
 * The value of a list's option tells its name too, "26740 Phường Sài Gòn": a page that is drawn
 * anew without the list can still show what was chosen.
 */
export function optionValue({ id, name }: PlaceOption): string {
  return `${id} ${name}`
}

/** Reads such a value back; null when it is none. */
export function readOption(value: string | null | undefined): PlaceOption | null {
  const [, id = '', name = ''] = /^(\d{1,9}) (.+)$/.exec(value ?? '') ?? []
  return id === '' ? null : { id: Number(id), name }
}

/** What several candidates were offered for: an answer about something else is not taken. */
export function candidatesKey(units: 'today' | 'before', place: string, ward: string): string {
  return [units, place, ward.trim()].join('|')
}
