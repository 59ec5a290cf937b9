import type { ActionFunctionArgs, LoaderFunctionArgs, RouteObject } from 'react-router'
import { useState } from 'react'
import {
  Outlet,
  ScrollRestoration,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigation,
} from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import type { StaffAddress } from '#admin/addresses/staff-address.ts'
import type { FrameData } from '#admin/kit/frame-data.ts'
import { Frame } from '#admin/kit/frame.tsx'
import { hasOwnNotice } from '#admin/kit/own-notice.ts'
import { ProblemNotice } from '#admin/kit/problem-notice.tsx'
import { readyPage } from '#admin/runtime/ready-pages.ts'
import { RouteError } from '#admin/runtime/route-error.tsx'

/** How routes get their data: from the page's server part on the server, with fetch in the browser. */
export interface RouteSource {
  /** Who acts and what they may open. Asked for with the document only: the browser keeps it. */
  frame: (args: LoaderFunctionArgs) => Promise<FrameData | null>
  load: (address: StaffAddress, args: LoaderFunctionArgs) => Promise<unknown>
  act: (address: StaffAddress, args: ActionFunctionArgs) => Promise<unknown>
}

/** Creates the route tree from the addresses. Server and browser use the same tree. */
export function createRoutes(source: RouteSource): RouteObject[] {
  const all: StaffAddress[] = Object.values(addresses)
  return [
    {
      id: 'root',
      Component: Root,
      loader: (args) => source.frame(args),
      shouldRevalidate: () => false,
      HydrateFallback: () => null,
      children: all.map((address) => ({
        id: address.page,
        path: address.path,
        Component: () => <PageView page={address.page} />,
        ErrorBoundary: RouteError,
        loader: (args) => source.load(address, args),
        action: (args) => source.act(address, args),
        // Reload after every form, also a refused one: other staff may have changed something.
        shouldRevalidate: () => true,
      })),
    },
  ]
}

/** The markup for the body begins at `app` (web/runtime/document.ts). */
function Root() {
  const frame = useLoaderData<FrameData | null>()
  return (
    <div id="app">
      <Frame frame={frame}>
        <Outlet />
      </Frame>
      <ScrollRestoration />
    </div>
  )
}

interface Sent {
  problem?: string
  answer?: unknown
  typed?: unknown
}

/**
 * What became of the form that was sent. The router has it before the page's data is loaded again: shown at once, it
 * would stand over the fields of before, and a key pressed then would be typed into a field that is about to go.
 */
function useSent(): Sent | undefined {
  const sent = useActionData<Sent>()
  const { state } = useNavigation()
  const [shown, setShown] = useState(sent)
  if (state === 'idle' && shown !== sent) setShown(sent)
  return shown
}

function PageView({ page }: { page: string }) {
  const data: unknown = useLoaderData()
  const { pathname, state } = useLocation()
  const sent = useSent()
  const { title: titleOf, has_own_heading = false, Page } = readyPage(page)
  const title = typeof titleOf === 'string' ? titleOf : titleOf(data as never)
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex, nofollow" />
      {!has_own_heading && <h1 className="text-xl">{title}</h1>}
      {sent?.problem !== undefined && !hasOwnNotice(state) && (
        <ProblemNotice problem={sent.problem} />
      )}
      {/* What was typed for one order must not stay in the form of the next. */}
      <Page
        key={pathname}
        data={data as never}
        answer={sent?.answer as never}
        typed={sent?.typed as never}
      />
    </>
  )
}
