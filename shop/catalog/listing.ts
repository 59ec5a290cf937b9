/** Products on one page of a list unless the caller says otherwise (contract §9). */
export const list_size = 20
