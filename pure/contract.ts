import type { CustomerId, StaffId } from '#pure/ids.ts'
import type { z } from 'zod'

/** A refusal that an operation declares: the HTTP status, the meaning for developers, and the shape of its data. */
export interface RefusalMeaning {
  status: 400 | 401 | 403 | 404 | 409 | 410 | 422 | 429 | 503
  meaning: string
  /** The shape of `data`. Without it, `data` is null. */
  data?: z.ZodType
}

/** The refusals of one operation, by code. */
export type Refusals = Readonly<Record<string, RefusalMeaning>>

/** The data of a refusal. */
export type RefusalData<M> = M extends { data: infer S extends z.ZodType } ? z.output<S> : null

type DataInput<M> = M extends { data: infer S extends z.ZodType } ? z.input<S> : never
/** The data argument of `refuse`. With a union of codes, it is undefined for codes without data. */
type DataArgument<M> = [DataInput<M>] extends [never]
  ? []
  : [data: M extends { data: z.ZodType } ? DataInput<M> : undefined]

/**
 * Who may call an operation, decided by pure/access.ts. public: anyone · customer: a guest or member with
 * a token · member · customer_or_secret: a customer, or anyone who sends the secret of the requested record
 * in the input field `secret` · staff: staff with the operation's permission · staff_self: any member of
 * staff, about their own account.
 */
export type Access =
  | 'public'
  | 'customer'
  | 'member'
  | 'customer_or_secret'
  | 'staff'
  | 'staff_self'

/** Where a permission of staff holds: at all shops, at their own shops, or for what is assigned to them. */
export const staff_scopes = ['all', 'shops', 'own'] as const
export type StaffScope = (typeof staff_scopes)[number]

/** One permission as a role gives it: where, and up to which amount in đồng (null: any amount). */
export interface StaffGrant {
  scope: StaffScope
  max_amount: number | null
}

/**
 * A rate limit: at most `max` times in `window_s` seconds (a sliding window, decision 104). Requests are counted by
 * the caller's phone, e-mail, IP address, network, token or device, by the network of those without a device, by phone
 * or e-mail together with the sender, by the account that somebody signs in to, or for all callers together. Rules with
 * the same name share a counter.
 */
export interface Limit {
  name: string
  by:
    | 'phone'
    | 'phone_and_sender'
    | 'email'
    | 'email_and_sender'
    | 'ip'
    | 'network'
    | 'token'
    | 'device'
    | 'network_without_device'
    | 'account'
    | 'everybody'
  max: number
  window_s: number
  /**
   * Beyond this number even a solved captcha does not help. Absent: a captcha always helps. Anybody can enter
   * the phone of a stranger, so a limit by phone or e-mail alone has no ceiling.
   */
  ceiling?: number
  /** Only requests that find nothing are counted: guesses of a secret. */
  only_misses?: boolean
  /** The limit protects a secret against guessing: its count is never dropped before its time. */
  against_guessing?: boolean
  /** Each process counts for itself, without the database. For requests that cost only processor time. */
  per_process?: boolean
}

/** Declared refusals, and the function that creates them. */
interface Declared<R extends Refusals = Refusals> {
  refusals: R
  refuse<C extends keyof R & string>(
    code: C,
    ...data: DataArgument<R[C]>
  ): Refusal<C, RefusalData<R[C]>>
}

/** An operation of a service: its input, its output and its refusals. */
interface Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  R extends Refusals = Refusals,
  A extends Access = Access,
  Permission extends string | null = string | null,
> extends Declared<R> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** The path before a rename: still served, but no longer documented. */
  former_path?: string
  summary: string
  access: A
  /** The permission that staff need; null for operations that are not for staff. */
  permission: Permission
  /**
   * The scopes that the operation can narrow its rows to. Staff whose permission has another scope are refused, so
   * an operation that asks for no scope (pure/access.ts) admits only staff of all shops.
   */
  scopes: readonly StaffScope[]
  /** The answer contains a bearer token, so scripts in a browser on the shop's origin may not call it. */
  gives_token: boolean
  /** The Idempotency-Key header is read into the input field `idempotency_key`. */
  idempotent: boolean
  /**
   * The answer depends only on the input and on data that the change feed reports. Its bytes are cached
   * and shared by all callers (decisions/069).
   */
  cached: boolean
  limits: readonly Limit[]
  /**
   * The call that an input asks to be passed on; null: there is none. Its limits count besides those of the gateway.
   */
  passesOn: ((input: unknown) => PassedOn | null) | null
  input: Input
  output: Output
}

/** A call of another operation, with an input that was checked. */
export interface PassedOn {
  operation: AnyOperation
  input: unknown
}

/** An expected refusal with a typed code that the storefront can show. Any other thrown error is a bug. */
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

/** Whether a thrown error is this refusal of the operation. */
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
  former_path?: string
  summary: string
  access: W
  permission?: P
  scopes?: readonly StaffScope[]
  gives_token?: boolean
  idempotent?: boolean
  cached?: W extends 'public' ? boolean : false
  limits?: readonly Limit[]
  passesOn?: (input: unknown) => PassedOn | null
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
    scopes: ['all'],
    gives_token: false,
    idempotent: false,
    cached: false,
    limits: [],
    passesOn: null,
    ...spec,
    permission: spec.permission ?? (null as P),
    ...declared(refusals),
  }
}

/** Declares refusals without an operation: those of a page, of access control or of the rate limits. */
export function declared<const R extends Refusals>(refusals: R): Declared<R> {
  const refuse = (code: keyof R & string, data: unknown = null) =>
    new Refusal(code, refusals[code] as RefusalMeaning, data)
  return { refusals, refuse: refuse as Declared<R>['refuse'] }
}

/** Any operation, for code that serves, calls or documents all of them. */
export type AnyOperation = Omit<Operation, 'refuse'>

/** The operations of one service, by name. */
export type Contract = Readonly<Record<string, AnyOperation>>

/**
 * A customer who calls: the owner of carts and orders. `token` is used only to call remote services. `ip`
 * and `user_agent` are set by the HTTP server, never read from an input field.
 */
export interface Caller {
  customer_id: CustomerId
  kind: 'guest' | 'member'
  token: string
  ip?: string
  user_agent?: string
}

/** The member of staff who acts, with what their roles permit. */
export interface StaffActor {
  kind: 'staff'
  staff_id: StaffId
  /** The name that is stored with a decision. */
  name: string
  /** The grants of each permission. Several roles may give the same one; each grant counts as it is. */
  grants: ReadonlyMap<string, readonly StaffGrant[]>
  /** The shops that the scope `shops` means. */
  shops: readonly number[]
  staff_session_id: number
  /** When this session last passed the second step; null: never. */
  second_step_at: Date | null
}

/** The type of caller that an operation receives. */
type CallerOf<W extends Access> = W extends 'staff' | 'staff_self'
  ? StaffActor
  : W extends 'customer' | 'member'
    ? Caller
    : Caller | null

/** The shape of a service. Local services and remote clients have the same shape, so pages use both alike. */
export type Service<T extends Contract> = {
  [K in keyof T]: (
    caller: CallerOf<T[K]['access']>,
    input: z.output<T[K]['input']>,
  ) => Promise<z.input<T[K]['output']>>
}

/** Any of these refusals, as sent over HTTP. */
export type RefusalOf<R> = {
  [C in keyof R & string]: { code: C; data: RefusalData<R[C]> }
}[keyof R & string]

/** Any refusal of a contract, as sent over HTTP. */
export type ContractRefusal<T extends Contract> = {
  [K in keyof T]: RefusalOf<T[K]['refusals']>
}[keyof T]

/** An input that has the right shape but breaks a rule. `problems` has a message per field; answered with 422. */
export class InvalidInput extends Error {
  override name = 'InvalidInput'
  readonly problems: Readonly<Record<string, string>>

  constructor(problems: Readonly<Record<string, string>>) {
    super('invalid input')
    this.problems = problems
  }
}
