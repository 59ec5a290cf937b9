import type { z } from 'zod'
import { InvalidInput } from '#pure/contract.ts'
import { fieldProblems } from '#pure/field-problems.ts'
import { formTree } from '#pure/form-fields.ts'

/** Reads a page's form by a contract's schema; wrong fields throw InvalidInput with words for each. */
export function readForm<Schema extends z.ZodType>(
  schema: Schema,
  form: FormData,
): z.output<Schema> {
  const parsed = schema.safeParse(formTree(textFields(form)))
  if (parsed.success) return parsed.data
  throw new InvalidInput(fieldProblems(parsed.error.issues))
}

/** The text fields of a form; an empty field is left out, so that an optional one reads as absent. */
export function textFields(form: FormData): [string, string][] {
  const fields: [string, string][] = []
  for (const [name, value] of form)
    if (typeof value === 'string' && value !== '') fields.push([name, value])
  return fields
}
