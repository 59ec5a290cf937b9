interface ListingHeadingProps {
  title: string
  total: number
}

/** "7 - 13 triệu" is one thing: no line ends within it. */
const WITHIN = / - | (?=triệu)/g

/** What the list holds, and how much of it. */
export function ListingHeading({ title, total }: ListingHeadingProps) {
  return (
    <h1 className="text-2xl md:text-[28px]">
      {`${title.replace(WITHIN, (gap) => gap.replaceAll(' ', '\u00a0'))} `}
      <span className="text-base font-semibold tracking-normal whitespace-nowrap text-muted">
        {`${total} sản phẩm`}
      </span>
    </h1>
  )
}
