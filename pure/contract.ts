import type { CustomerId } from '#pure/ids.ts'
import type { z } from 'zod'

/** How an operation may say no: the HTTP status, what it means to a developer, and what it tells. */
export interface RefusalMeaning {
  status: 400 | 401 | 403 | 404 | 409 | 410 | 422 | 429 | 503
  meaning: string
  /** The shape of `data`. Without it the code says everything, and `data` is null. */
  data?: z.ZodType
}

/** The refusals of one operation, by code. */
export type Refusals = Readonly<Record<string, RefusalMeaning>>

/** What a refusal tells beside its code. */
export type RefusalData<M> = M extends { data: infer S extends z.ZodType } ? z.output<S> : null

type DataInput<M> = M extends { data: infer S extends z.ZodType } ? z.input<S> : never
/** Of several codes at once some may tell nothing: then the data may be undefined. */
type DataArgument<M> = [DataInput<M>] extends [never]
  ? []
  : [data: M extends { data: z.ZodType } ? DataInput<M> : undefined]

/**
 * Who may call: anyone; a customer (guest or member) known by a token; a member; a customer or whoever
 * knows the secret of the one thing that is asked for, sent as the input field `secret`; or staff who
 * have the operation's permission. pure/access.ts decides it.
 */
export type Access = 'public' | 'customer' | 'member' | 'customer_or_secret' | 'staff'

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

/** Codes that somebody may say no with, and the way to say it. */
export interface Declared<R extends Refusals = Refusals> {
  refusals: R
  refuse<C extends keyof R & string>(
    code: C,
    ...data: DataArgument<R[C]>
  ): Refusal<C, RefusalData<R[C]>>
}

/** One thing a service can do: what it takes, what it gives, how it may refuse. */
export interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  R extends Refusals = Refusals,
  Who extends Access = Access,
  Permission extends string | null = string | null,
> extends Declared<R> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  summary: string
  access: Who
  /** What staff must be allowed to do; null for the operations of everybody else. */
  permission: Permission
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
}

/** An expected "no": a typed code that a screen knows how to show. Anything else thrown is a bug. */
export class Refusal<Code extends string = string, Data = unknown> extends Error {
  override name = 'Refusal'
  readonly code: Code
  readonly status: number
  readonly data: Data

  constructor(code: Code, { status, meaning }: RefusalMeaning, data: Data) {
    super(meaning)
    this.code = code
    this.status = status
    this.data = data
  }
}

/** Tells this refusal of an operation from everything else that may be thrown. */
export function isRefusal<R extends Refusals, C extends keyof R & string>(
  error: unknown,
  _operation: { refusals: R },
  code: C,
): error is Refusal<C, RefusalData<R[C]>> {
  return error instanceof Refusal && error.code === code
}

interface OperationSpec<I, O, R, W, P> {
  method: Operation['method']
  path: string
  summary: string
  access: W
  permission?: P
  gives_token?: boolean
  idempotent?: boolean
  cached?: W extends 'public' ? boolean : false
  limits?: readonly Limit[]
  input: I
  output: O
  refusals?: R
}

/** Declares one operation of a contract. */
export function operation<
  I extends z.ZodType,
  O extends z.ZodType,
  const W extends Access,
  const R extends Refusals = Record<never, never>,
  const P extends string | null = null,
>(spec: OperationSpec<I, O, R, W, P>): Operation<I, O, R, W, P> {
  const refusals = spec.refusals ?? ({} as R)
  return {
    gives_token: false,
    idempotent: false,
    cached: false,
    limits: [],
    ...spec,
    permission: spec.permission ?? (null as P),
    ...declared(refusals),
  }
}

/** Declares refusals by themselves: those of a page or of the machinery around services. */
export function declared<const R extends Refusals>(refusals: R): Declared<R> {
  const refuse = (code: keyof R & string, data: unknown = null) =>
    new Refusal(code, refusals[code] as RefusalMeaning, data)
  return { refusals, refuse: refuse as Declared<R>['refuse'] }
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

/** The member of staff who acts, and what that one may do. */
export interface StaffActor {
  kind: 'staff'
  /** As it is written beside what was decided. */
  name: string
  permissions: ReadonlySet<string>
}

/** Whom an operation is handed. */
export type CallerOf<W extends Access> = W extends 'staff'
  ? StaffActor
  : W extends 'customer' | 'member'
    ? Caller
    : Caller | null

/** Local services and remote clients have this one shape; pages cannot tell them apart. */
export type Service<T extends Contract> = {
  [K in keyof T]: (
    caller: CallerOf<T[K]['access']>,
    input: z.output<T[K]['input']>,
  ) => Promise<z.input<T[K]['output']>>
}

/** Every refusal that operations with these refusals answer with, as it stands on the wire. */
export type RefusalOf<R> = {
  [C in keyof R & string]: { code: C; data: RefusalData<R[C]> }
}[keyof R & string]

/** Every refusal of a contract, as it stands on the wire. */
export type ContractRefusal<T extends Contract> = {
  [K in keyof T]: RefusalOf<T[K]['refusals']>
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
