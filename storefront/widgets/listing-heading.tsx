interface ListingHeadingProps {
  title: string
  total: number
}

/** What the list holds, and how much of it. */
export function ListingHeading({ title, total }: ListingHeadingProps) {
  return (
    <h1 className="text-2xl md:text-[28px]">
      {`${title} `}
      <span className="text-base font-semibold tracking-normal whitespace-nowrap text-muted">
        {`${total} sản phẩm`}
      </span>
    </h1>
  )
}
