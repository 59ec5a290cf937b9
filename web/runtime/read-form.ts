import type { z } from 'zod'
import { InvalidInput } from '#pure/contract.ts'
import { fieldProblems } from '#pure/field-problems.ts'
import { formTree } from '#pure/form-fields.ts'

/** Reads a page's form with a schema of a contract. Throws InvalidInput with a message for each invalid field. */
export function readForm<Schema extends z.ZodType>(
  schema: Schema,
  form: FormData,
): z.output<Schema> {
  return readInput(schema, formTree(textFields(form)))
}

/** The same for an input that a page has put together from its form. */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: plainProblem })
  if (parsed.success) return parsed.data
  throw new InvalidInput(fieldProblems(parsed.error.issues))
}

/** What is told about a field whose schema has no words of its own: never the library's, which are English. */
function plainProblem({ input }: { input?: unknown }): string {
  return input === undefined ? 'Vui lòng điền mục này.' : 'Chưa đúng, vui lòng nhập lại.'
}

/**
 * What a record holds under a name that somebody sent, such as the intent of a form. Names like `toString`, which every
 * object has, are none of ours.
 */
export function ownValue<Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined
}

/** Returns the text fields of a form as [name, value]. Empty ones are left out, so that they read as absent. */
export function textFields(form: FormData): [string, string][] {
  const fields: [string, string][] = []
  for (const [name, value] of form)
    if (typeof value === 'string' && value !== '') fields.push([name, value])
  return fields
}
