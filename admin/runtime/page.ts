import type { ComponentType } from 'react'
import type { Theme } from '#admin/auth/theme.ts'
import type { StaffOperationName, StaffServices } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'
import { ownValue } from '#web/runtime/read-form.ts'
import type { UploadedFile } from '#web/runtime/uploaded-form.ts'

/** The browser part of a page: pages/{page}/page.tsx. */
export interface PageModule {
  /** The title of the window and the heading. */
  title: string | ((data: never) => string)
  /** True: the page draws its own heading. */
  has_own_heading?: true
  /** `answer` is what the action answered to the last form; `typed` what a refused one had in its fields. */
  Page: ComponentType<{ data: never; answer?: never; typed?: never }>
}

/** The context of a request for the server part of a page. */
export interface StaffContext {
  services: StaffServices
  /** The member of staff who acts, passed to every operation. */
  actor: StaffActor
  url: URL
  /** The parameters of the path. */
  params: Readonly<Record<string, string | undefined>>
  /** A demo shop sends no messages. */
  is_demo: boolean
  /** The files of a form, on pages that take them. */
  files?: readonly UploadedFile[]
  /** The form could not be read: the page shows this instead of its action. */
  form_problem?: Problem | null
  /** The look that the browser has chosen; absent: that of the device. */
  theme?: Theme
  /** Seals the drafts of forms that the browser keeps. */
  seal_key: string
}

/** Why a form was not accepted: a text for staff and the HTTP status. */
export interface Problem {
  status: number
  problem: string
  /** What was typed, for a form that shall show it again. With scripts, forms keep it themselves. */
  typed?: Fields
  /** The scanned codes that were refused, which the page no longer counts. */
  refused?: readonly string[]
}

/** The page that is opened after a form. */
interface Onward {
  location: string
}

/** What the page shows after a form, such as a receipt. */
interface Answered {
  answer: unknown
}

/** What became of a form. Null: the page is loaded again. */
export type Outcome = Problem | Onward | Answered | null

export type Fields = Readonly<Record<string, string>>

/** The server part of a page. */
export interface PageServer<Data = unknown> {
  /**
   * The operation that a page with a loader needs. Whoever may not call it sees neither the page nor its place in the
   * menu. Of a list, addresses.ts says it.
   */
  needs?: StaffOperationName
  loader?: (context: StaffContext) => Promise<Data>
  action?: (context: StaffContext, fields: Fields) => Promise<Outcome>
  /** Whether its forms may bring files. */
  takes_files?: true
}

/** Declares the server part of a page. A page with a `list` in addresses.ts needs no loader. */
export function staffPage<Data>(page: PageServer<Data>): PageServer<Data> {
  return page
}

/** The query of a list. A filter that is left empty is sent too, and is none. */
export function filledQuery(query: URLSearchParams): Record<string, string> {
  return filledFields(Object.fromEntries(query))
}

/** The fields of a form without those that are left empty. */
export function filledFields(fields: Fields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

/** The problem of a form whose fields are not those that its page sends. */
export const unclear: Problem = { status: 422, problem: 'Chưa rõ yêu cầu.' }

/** The words of a page for a refusal. An error that it has none for is not for the page: it is thrown on. */
export function problemOrThrow(problem: Problem | null, error: unknown): Problem {
  if (problem === null) throw error
  return problem
}

/** What one kind of form of a page does. A page with several kinds names each in the field `intent`. */
export type Act = (context: StaffContext, fields: Fields) => Promise<Outcome>

/**
 * The action of a page at `:code`, or at another `parameter`, with several kinds of forms. `problemOf` gives the words
 * for a refusal; null: the error is not for the page.
 */
export function actsByIntent(
  acts: Readonly<Record<string, Act>>,
  problemOf: (error: unknown) => Problem | null,
  parameter = 'code',
): Act {
  return async (context, { intent = '', ...fields }) => {
    const act = ownValue(acts, intent)
    if (act === undefined) return unclear
    try {
      return await act(context, { ...fields, [parameter]: context.params[parameter] ?? '' })
    } catch (error) {
      return problemOrThrow(problemOf(error), error)
    }
  }
}
