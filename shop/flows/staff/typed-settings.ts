import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { second_step_refusals, SettingField } from '#contracts/staff/gateways.ts'
import { hasFreshSecondStep } from '#pure/access.ts'
import type { StaffActor } from '#pure/contract.ts'
import type { SecondStepProof } from '#shop/identity/staff-second-step.ts'

/** Checks a code of the actor's authenticator app, or a passkey. */
export type Confirm = (actor: StaffActor, proof: SecondStepProof) => Promise<boolean>

interface Kept {
  schema: z.ZodType
  secrets: readonly string[]
}

/** What is seen of stored settings: they are sealed with a new nonce whenever they are saved. Empty: there are none. */
export function seenOf(sealed: Buffer | undefined): string {
  return sealed === undefined ? '' : createHash('sha256').update(sealed).digest('hex')
}

/** The fields of settings with their values. Of a secret at most the last four characters are shown. */
export function settingFields({ schema, secrets }: Kept, settings: unknown): SettingField[] {
  const values = new Map(Object.entries(settings ?? {}))
  const shape: Record<string, z.ZodType> = schema instanceof z.ZodObject ? schema.shape : {}
  return Object.entries(shape).map(([name, field]) => {
    const is_secret = secrets.includes(name)
    const value = String(values.get(name) ?? '')
    const label = field.description ?? name
    const shown = is_secret ? masked(value) : value
    return { name, label, is_secret, value: shown, choices: choicesOf(field) }
  })
}

/** The values of an enumeration, with the titles that its schema names by `.meta({ titles })`. */
function choicesOf(field: z.ZodType): SettingField['choices'] {
  const inner = field instanceof z.ZodDefault ? field.unwrap() : field
  if (!(inner instanceof z.ZodEnum)) return []
  const titles = new Map(Object.entries(field.meta()?.['titles'] ?? {}))
  return inner.options.map(String).map((value) => ({ value, title: titles.get(value) ?? value }))
}

/** Shows the last four characters, which suffice to recognize a key; of a short key none are shown. */
function masked(secret: string): string {
  if (secret === '') return ''
  return secret.length < 12 ? '••••' : `••••${secret.slice(-4)}`
}

/** Reads typed settings. An empty secret leaves the known one; other empty fields take their default. */
export function readSettings(
  { schema, secrets }: Kept,
  known_settings: unknown,
  fields: Readonly<Record<string, string>>,
): { values: unknown } | { problems: Record<string, string> } {
  const known = new Map(Object.entries(known_settings ?? {}))
  const values = Object.entries(fields).flatMap(([name, text]) => {
    const value = text.trim()
    if (value !== '') return [[name, value]]
    return secrets.includes(name) && known.has(name) ? [[name, known.get(name)]] : []
  })
  const parsed = schema.safeParse(Object.fromEntries(values))
  if (parsed.success) return { values: parsed.data }
  const problems = parsed.error.issues.map(({ path, message }) => [String(path[0]), message])
  return { problems: Object.fromEntries(problems) }
}

/**
 * Whoever changes a provider decides where money, goods and data go: an unwatched screen must not be enough. Returns
 * the refusal; null: go on.
 */
export async function secondStepProblem(
  { now, confirm }: { now: Date; confirm: Confirm },
  actor: StaffActor,
  proof: SecondStepProof,
): Promise<keyof typeof second_step_refusals | null> {
  if (hasFreshSecondStep(actor, now)) return null
  if (!proof.code && !proof.passkey) return 'second_step_needed'
  return (await confirm(actor, proof)) ? null : 'wrong_code'
}
