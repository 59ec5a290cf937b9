import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { NavLink, useLocation, useNavigation, useRouteLoaderData } from 'react-router'
import { SearchBox } from '#admin/kit/search-box.tsx'
import { addresses } from '#admin/addresses/addresses.ts'
import { auth_paths } from '#admin/addresses/auth-paths.ts'
import { useGoKeys } from '#admin/kit/go-keys.ts'
import { countText } from '#admin/kit/count-text.ts'
import type { FrameData, LiveWaiting, MenuPage } from '#admin/kit/frame-data.ts'
import { useWaiting, WaitingContext } from '#admin/kit/live/use-waiting.ts'
import { noteSentForms, type SentForms } from '#admin/kit/typed/sent-forms.ts'

/** Whether the menu leads to this page. Without scripts too: the frame's data came with the document. */
export function useMayOpen(page: string): boolean {
  const menu = useRouteLoaderData<FrameData | null>('root')?.menu ?? []
  return menu.some(({ pages }) => pages.some((one) => one.page === page))
}

const item =
  'flex min-h-10 items-center rounded-lg px-3 text-sm font-semibold whitespace-nowrap hover:bg-mist aria-[current]:bg-ink aria-[current]:text-white lg:min-h-8'

const menu_id = 'staff-menu'
const content_id = 'content'

/** Focuses the page. The browser would do so by an entry in its history, which the router knows nothing of. */
function skipMenu(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById(content_id)?.focus()
}

/** The frame of all staff pages: the menu on the left, or behind a button where the window is narrow. */
export function Frame({ frame, children }: { frame: FrameData | null; children: ReactNode }) {
  const is_busy = useNavigation().state !== 'idle'
  const { pathname } = useLocation()
  useGoKeys()
  const [waiting, setWaiting] = useState<LiveWaiting | null>(frame?.waiting ?? null)
  const later = useLater(waiting, setWaiting)
  return (
    <WaitingContext value={waiting}>
      {/* The menu has some sixty links before the page. */}
      <a
        href={`#${content_id}`}
        onClick={skipMenu}
        className="tool sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 print:hidden"
      >
        Đến nội dung
      </a>
      <div className="lg:grid lg:grid-cols-[12.5rem_minmax(0,1fr)] print:block">
        <header className="flex flex-wrap items-center gap-1 lg:flex-nowrap border-b border-line bg-white px-2 py-2 lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:items-stretch lg:gap-4 lg:overflow-y-auto lg:border-r lg:border-b-0 lg:p-3 print:hidden">
          <button
            type="button"
            popoverTarget={menu_id}
            className={`${item} max-sm:mr-auto lg:hidden`}
          >
            ☰ Menu
          </button>
          {frame !== null && <SearchBox />}
          {/* Another page closes the menu. */}
          <Menu key={pathname} frame={frame} pathname={pathname} />
          {frame !== null && <Account name={frame.name} />}
        </header>
        <main
          id={content_id}
          tabIndex={-1}
          aria-busy={is_busy}
          className="frame grid min-w-0 outline-none grid-cols-[minmax(0,1fr)] content-start gap-4 py-4"
        >
          {children}
        </main>
        {later}
      </div>
    </WaitingContext>
  )
}

/** What the frame does once the page works. Null before, and where it cannot be had. */
function useLater(
  waiting: LiveWaiting | null,
  onWaiting: (waiting: LiveWaiting) => void,
): ReactNode {
  const [later, setLater] = useState<ReactNode>(null)
  const [first] = useState(waiting)
  /** Noted from the first moment: a form may be sent before the guard of what was typed has come. */
  const [sent] = useState((): SentForms => new WeakSet())
  useEffect(() => noteSentForms(sent), [sent])
  useEffect(() => {
    import('#admin/kit/frame-later.tsx').then(
      ({ FrameLater }) => setLater(first && <FrameLater {...{ sent, first, onWaiting }} />),
      () => undefined,
    )
  }, [sent, first, onWaiting])
  return later
}

function Menu({ frame, pathname }: { frame: FrameData | null; pathname: string }) {
  const groups = frame?.menu ?? []
  const shown = groups.flatMap(({ pages }) => pages)
  return (
    <nav
      id={menu_id}
      popover="auto"
      aria-label="Trang nội bộ"
      className="m-2 mt-14 max-h-[calc(100dvh-64px)] w-72 max-w-[calc(100vw-16px)] gap-3 overflow-y-auto overscroll-contain rounded-2xl border border-line bg-white p-2 text-ink shadow-pop open:grid lg:static lg:m-0 lg:grid lg:max-h-none lg:w-auto lg:overflow-visible lg:rounded-none lg:border-0 lg:p-0 lg:shadow-none"
    >
      {groups.map(({ title, pages }) => (
        <div key={title}>
          {title !== '' && <p className="part-title px-3 pb-1">{title}</p>}
          {pages.map((page) => (
            <NavLink
              key={page.path}
              to={page.path}
              end={isEnd(page, shown, pathname)}
              className={item}
              title={page.go_key && `Phím g ${page.go_key}`}
            >
              {page.title}
              <Count kind={page.counts} />
            </NavLink>
          ))}
        </div>
      ))}
    </nav>
  )
}

/** How much of the work of a page waits. */
function Count({ kind }: { kind: MenuPage['counts'] }) {
  const tile = useWaiting()?.tiles.find((one) => one.kind === kind)
  if (tile === undefined || tile.count === 0) return null
  return (
    <span className="ml-auto pl-2 text-xs font-bold tabular-nums opacity-70">
      {countText(tile)}
      <span className="sr-only"> đang chờ</span>
    </span>
  )
}

/** Whether only the path itself is current: not for a page below it that has its own place in the menu. */
function isEnd({ path }: MenuPage, shown: readonly MenuPage[], pathname: string): boolean {
  if (path === addresses.today.path) return true
  return shown.some(
    (other) => `${pathname}/`.startsWith(`${other.path}/`) && other.path.startsWith(`${path}/`),
  )
}

/** The name leads to the own account. Signing out is a plain form: nothing of the page must stay. */
function Account({ name }: { name: string }) {
  return (
    <div className="flex min-w-0 items-center gap-1 max-sm:grow max-sm:basis-0 max-sm:justify-end lg:mt-auto lg:block lg:border-t lg:border-line lg:pt-3">
      <NavLink to={addresses.account.path} className={`${item} min-w-0`}>
        <span className="truncate underline">{name}</span>
      </NavLink>
      <form method="post" action={auth_paths.sign_out}>
        <button type="submit" className={`${item} w-full`}>
          Đăng xuất
        </button>
      </form>
    </div>
  )
}
