const name = String.raw`[a-z_]\w*`
const column = `(?:${name}\\.)?${name}`
const columns = `${column}(?:, ?${column})*`
const shown = `${column}(?: as ${name})?`
const value = String.raw`(?:\$\d+|'[^']*'|\d+|true|false|null)(?:::[a-z]+(?:\[\])?)?`
const values = `${value}(?:, ?${value})*`
const assignment = `${column} = ${value}`
const condition = `(?:${column} (?:=|<>|<|>|<=|>=) ${value}|${column} is (?:not )?null|(?:not )?${column})`
const where = `(?: where ${condition}(?: and ${condition})*)?`
const returning = `(?: returning (?:1|\\*|${columns}))?`
const order = `(?: order by ${column}(?: desc)?(?:, ?${column}(?: desc)?)*)?(?: limit ${value})?`

/** Statements on one table with conditions on its columns, which are as short with the query builder. */
const plain_forms = [
  `select ${shown}(?:, ?${shown})* from ${name}${where}${order}(?: for update)?`,
  `insert into ${name} ?\\(${columns}\\) values \\(${values}\\)(?: on conflict(?: \\(${columns}\\))? do nothing)?${returning}`,
  `update ${name} set ${assignment}(?:, ?${assignment})*${where}${returning}`,
  `delete from ${name}${where}${returning}`,
].map((form) => new RegExp(`^${form}$`))

/** Whether a raw statement should have been written with the query builder (decisions/090). */
export function isPlain(text: string): boolean {
  const line = text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim()
  return plain_forms.some((form) => form.test(line))
}
