import type { ComponentType } from 'react'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'

/** The browser half of a page: pages/{page}/page.tsx. */
export interface PageModule {
  title: string
  Page: ComponentType<{ data: never }>
}

/** What a page's server half is given. */
export interface StaffContext {
  services: StaffServices
  /** Who acts: handed to every operation. */
  actor: StaffActor
  url: URL
  /** Nothing leaves a demo shop. */
  is_demo: boolean
}

/** Why a form was not accepted: in words for staff, with the status to answer with. */
export interface Problem {
  status: number
  problem: string
}

type Fields = Readonly<Record<string, string>>

/** The server half of a page. `action` answers null when it is done. */
export interface PageServer<Data = unknown> {
  loader?: (context: StaffContext) => Promise<Data>
  action?: (context: StaffContext, fields: Fields) => Promise<Problem | null>
}

/** Declares the server half of a page. A list of addresses.ts needs no loader of its own. */
export function staffPage<Data>(page: PageServer<Data>): PageServer<Data> {
  return page
}

/** What a form hears whose fields are not what its page sends. */
export const unclear: Problem = { status: 422, problem: 'Chưa rõ yêu cầu.' }
