import type { CustomerId } from '#pure/ids.ts'
import type { z } from 'zod'

/** How an operation may say no: the HTTP status and what it means to a developer. */
export interface RefusalMeaning {
  status: 400 | 401 | 403 | 404 | 409 | 410 | 422 | 429 | 503
  meaning: string
}

/**
 * Who may call: anyone; only a customer (guest or member) known by a token; or also whoever knows
 * the secret of the one thing that is asked for, sent as the input field `secret`.
 */
export type Access = 'public' | 'customer' | 'customer_or_secret'

/**
 * How often something may be done: `most` times in `window_s` seconds from the first, counted by phone,
 * address or token of who does it, or for everybody together. Rules of one name are counted together.
 */
export interface Limit {
  name: string
  by: 'phone' | 'email' | 'ip' | 'token' | 'everybody'
  most: number
  window_s: number
  /** Beyond so many not even a solved captcha helps; absent: it always does. */
  ceiling?: number
  /** Only what was not found counts: guesses of a secret. */
  only_misses?: boolean
  /** Counted by each process for itself: for what costs a process's time and asks no database. */
  per_process?: boolean
}

/** One thing a service can do: what it takes, what it gives, how it may refuse. */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Code extends string = string,
  Who extends Access = Access,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  summary: string
  access: Who
  /** The answer holds a bearer token, so a browser's script of our own origin may not ask. */
  gives_token: boolean
  /** The Idempotency-Key header is read into the input field `idempotency_key`. */
  idempotent: boolean
  /**
   * The answer depends on the input and on what the change feed tells, on nothing else: its bytes are
   * cached for whoever asks next (decisions/069).
   */
  cached: boolean
  limits: readonly Limit[]
  input: Input
  output: Output
  refusals: Readonly<Record<Code, RefusalMeaning>>
  refuse(code: Code, data?: unknown): Refusal<Code>
}

/** An expected "no": a typed code that a screen knows how to show. Anything else thrown is a bug. */
export class Refusal<Code extends string = string> extends Error {
  override name = 'Refusal'
  readonly code: Code
  readonly status: number
  readonly data: unknown

  constructor(code: Code, meaning: RefusalMeaning, data?: unknown) {
    super(meaning.meaning)
    this.code = code
    this.status = meaning.status
    this.data = data
  }
}

interface OperationSpec<I, O, C extends string, W> {
  method: Operation['method']
  path: string
  summary: string
  access: W
  gives_token?: boolean
  idempotent?: boolean
  cached?: W extends 'public' ? boolean : false
  limits?: readonly Limit[]
  input: I
  output: O
  refusals?: Readonly<Record<C, RefusalMeaning>>
}

/** Declares one operation of a contract. */
export function operation<
  I extends z.ZodType,
  O extends z.ZodType,
  const W extends Access,
  const C extends string = never,
>(spec: OperationSpec<I, O, C, W>): Operation<I, O, C, W> {
  const refusals = spec.refusals ?? ({} as Record<C, RefusalMeaning>)
  return {
    gives_token: false,
    idempotent: false,
    cached: false,
    limits: [],
    ...spec,
    refusals,
    refuse: (code, data) => new Refusal(code, refusals[code], data),
  }
}

/** Any operation, for machinery that serves, calls or documents them all alike. */
export type AnyOperation = Omit<Operation, 'refuse'>

/** The operations of one service, by name. */
export type Contract = Readonly<Record<string, AnyOperation>>

/**
 * Who calls: the owner of carts and orders. `token` is kept only to call a remote service on; `ip` and
 * `user_agent` are what the edge saw of the request, never what it said of itself in a field.
 */
export interface Caller {
  customer_id: CustomerId
  kind: 'guest' | 'member'
  token: string
  ip?: string
  user_agent?: string
}

/** Local services and remote clients have this one shape; pages cannot tell them apart. */
export type Service<T extends Contract> = {
  [K in keyof T]: (
    caller: T[K]['access'] extends 'customer' ? Caller : Caller | null,
    input: z.output<T[K]['input']>,
  ) => Promise<z.input<T[K]['output']>>
}

/** All refusal codes that a contract can answer with. */
export type RefusalCode<T extends Contract> = {
  [K in keyof T]: keyof T[K]['refusals'] & string
}[keyof T]

/** Input of the right shape that a rule finds wrong: words for each field, answered 422. */
export class InvalidInput extends Error {
  override name = 'InvalidInput'
  readonly problems: Readonly<Record<string, string>>

  constructor(problems: Readonly<Record<string, string>>) {
    super('invalid input')
    this.problems = problems
  }
}
