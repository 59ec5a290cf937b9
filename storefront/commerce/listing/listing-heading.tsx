interface ListingHeadingProps {
  title: string
  total: number
}

/** "7 - 13 triệu" must not be broken over two lines. */
const WITHIN = / - | (?=triệu)/g

/** The title of the list and the count of its products. */
export function ListingHeading({ title, total }: ListingHeadingProps) {
  return (
    <h1 className="text-2xl md:text-title-lg">
      {`${title.replace(WITHIN, (gap) => gap.replaceAll(' ', '\u00a0'))} `}
      <span className="text-base font-semibold tracking-normal whitespace-nowrap text-muted">
        {`${total} sản phẩm`}
      </span>
    </h1>
  )
}
