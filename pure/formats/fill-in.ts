/** Puts values into a text where their names stand in braces: {hotline}. A name without a value stays as it is. */
export function fillIn(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(/\{([a-z_]+)\}/g, (whole, name: string) => values.get(name) ?? whole)
}
