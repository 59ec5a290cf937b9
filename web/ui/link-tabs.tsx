interface LinkTabsProps {
  label: string
  tabs: readonly { href: string; name: string; is_current: boolean }[]
  className?: string
}

/** A few links side by side, of which one is the page that is shown. */
export function LinkTabs({ label, tabs, className }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={className}>
      <ul className="flex rounded-2xl bg-mist p-1">
        {tabs.map(({ href, name, is_current }) => (
          <li key={href} className="flex-1">
            <a
              href={href}
              aria-current={is_current ? 'page' : undefined}
              className="grid min-h-11 place-items-center rounded-xl px-1 text-center text-body leading-tight font-semibold text-muted aria-[current=page]:bg-white aria-[current=page]:text-accent aria-[current=page]:shadow-sm"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
