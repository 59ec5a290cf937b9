import type { ComponentType } from 'react'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'

/** The browser part of a page: pages/{page}/page.tsx. */
export interface PageModule {
  title: string
  Page: ComponentType<{ data: never }>
}

/** The context of a request for the server part of a page. */
export interface StaffContext {
  services: StaffServices
  /** The member of staff who acts, passed to every operation. */
  actor: StaffActor
  url: URL
  /** A demo shop sends no messages. */
  is_demo: boolean
}

/** Why a form was not accepted: a text for staff and the HTTP status. */
export interface Problem {
  status: number
  problem: string
}

type Fields = Readonly<Record<string, string>>

/** The server part of a page. `action` returns null if it succeeds. */
export interface PageServer<Data = unknown> {
  loader?: (context: StaffContext) => Promise<Data>
  action?: (context: StaffContext, fields: Fields) => Promise<Problem | null>
}

/** Declares the server part of a page. A page with a `list` in addresses.ts needs no loader. */
export function staffPage<Data>(page: PageServer<Data>): PageServer<Data> {
  return page
}

/** The problem of a form whose fields are not those that its page sends. */
export const unclear: Problem = { status: 422, problem: 'Chưa rõ yêu cầu.' }
