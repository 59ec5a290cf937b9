/** The shop's logo as the link to the home page; its name comes from the configuration. */
export function BrandLogo({ name }: { name: string }) {
  return (
    <a href="/" className="finger shrink-0 max-md:max-w-[55%]">
      <img
        src="/media/brand/logo-white.svg"
        alt={`${name}, trang chủ`}
        width={463}
        height={72}
        className="h-7 w-auto object-contain object-left max-[360px]:h-6 lg:h-8 forced-colors:bg-ink forced-colors:forced-color-adjust-none"
      />
    </a>
  )
}
